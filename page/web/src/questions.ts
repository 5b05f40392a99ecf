// The questions as they are typed, one below the other, each with its form.
import { button, node } from "./dom";
import { Fields } from "./form";
import type { Form } from "./protocol";

export interface Typed {
  /** A question is now this. */
  typed(place: number, text: string): void;
  /** A field of a question is set. */
  set(place: number, field: string, value: string | undefined): void;
  removed(place: number): void;
}

interface Line {
  element: HTMLElement;
  input: HTMLTextAreaElement;
  remove: HTMLButtonElement;
  fields: Fields;
}

export class Questions {
  #lines: Line[] = [];
  #root: HTMLElement;
  #typed: Typed;

  constructor(root: HTMLElement, typed: Typed) {
    this.#root = root;
    this.#typed = typed;
  }

  /** Shows these questions; the one that is being typed stays as it is. */
  show(texts: readonly string[], forms: readonly Form[] = []): void {
    while (this.#lines.length > texts.length) this.#lines.pop()?.element.remove();
    while (this.#lines.length < texts.length) this.#add();
    this.#lines.forEach((line, place) => {
      const text = texts[place] ?? "";
      if (document.activeElement !== line.input || line.input.value.trim() === "") line.input.value = text;
      line.remove.hidden = texts.length === 1;
      fit(line.input);
      line.fields.show(forms[place]);
    });
  }

  /** Puts the question there, whatever is being typed. */
  put(place: number, text: string): void {
    const line = this.#lines[place];
    if (line) line.input.value = text;
  }

  focus(place: number): void {
    const input = this.#lines[place]?.input;
    input?.focus();
    input?.select();
  }

  #add(): void {
    const place = this.#lines.length;
    const input = node("textarea", {
      className: "question",
      rows: 1,
      spellcheck: false,
      autocomplete: "off",
      placeholder: "4d6kh3 · d20+5 vs 15 · an AnyDice program",
      "aria-label": place === 0 ? "Dice, a check, or an AnyDice program" : `Question ${place + 1}: dice or a check`,
      "autocapitalize": "off",
    });
    input.oninput = () => {
      fit(input);
      this.#typed.typed(place, input.value);
    };
    const remove = button("×", () => this.#typed.removed(place), { className: "quiet remove", "aria-label": `Remove question ${place + 1}` });
    const fields = new Fields(place, (field, value) => this.#typed.set(place, field, value));
    const element = node("div", { className: "line" }, node("div", { className: "typed" }, input, remove), fields.element);
    this.#lines.push({ element, input, remove, fields });
    this.#root.append(element);
  }
}

/** As many lines as the text has. */
function fit(input: HTMLTextAreaElement): void {
  input.rows = Math.min(16, input.value.split("\n").length);
}
