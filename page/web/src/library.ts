// The menu of games and of example rules.
import { by, button, node } from "./dom";
import type { Engine } from "./engine";
import type { Mode } from "./protocol";

export interface Example {
  name: string;
  title: string;
  about: string;
  text: string;
}

export interface Chosen {
  question(question: string, mode: Mode): void;
  rule(example: Example): void;
}

let known: Promise<Example[]> | undefined;

/** The example rules, fetched once. */
export function examples(): Promise<Example[]> {
  known ??= fetch(new URL("rules.json", import.meta.url)).then((found) => found.json());
  return known;
}

interface Entry {
  words: string;
  element: HTMLElement;
}

interface Group {
  element: HTMLElement;
  entries: Entry[];
}

export class Library {
  #engine: Engine;
  #chosen: Chosen;
  #groups: Group[] = [];

  constructor(engine: Engine, chosen: Chosen) {
    this.#engine = engine;
    this.#chosen = chosen;
    by<HTMLDialogElement>("library").onclick = (event) => {
      if (event.target === event.currentTarget) this.close();
    };
  }

  async open(): Promise<void> {
    const dialog = by<HTMLDialogElement>("library");
    if (this.#groups.length === 0) {
      const find = node("input", { type: "search", placeholder: "toughness, position, d20 …", "aria-label": "Find a check or an example" });
      find.oninput = () => this.#filter(find.value);
      const close = button("×", () => this.close(), { className: "quiet cross", "aria-label": "Close" });
      dialog.replaceChildren(node("div", { className: "row head" }, find, close), node("p", { className: "hint" }, "Loading …"));
      dialog.showModal();
      const [menu, rules] = await Promise.all([this.#engine.list(""), examples()]);
      const games = (menu.systems ?? []).map((system) =>
        this.#group(system.title, system.checks.map((check) => [check.title, check.id, check.about, () => this.#chosen.question(check.question, check.duel ? "duel" : "odds")])),
      );
      const own = this.#group("Example rules, to change as you like", rules.map((rule) => [rule.title || rule.name, rule.name.replace(/_/g, " "), rule.about, () => this.#chosen.rule(rule)]));
      this.#groups = [own, ...games];
      dialog.lastChild?.replaceWith(...this.#groups.map((group) => group.element));
      this.#filter(find.value);
      return;
    }
    dialog.showModal();
  }

  close(): void {
    by<HTMLDialogElement>("library").close();
  }

  #group(title: string, entries: [string, string, string, () => void][]): Group {
    const made = entries.map(([name, id, about, act]) => {
      const choose = () => {
        this.close();
        act();
      };
      const element = node("li", {}, node("button", { type: "button", onclick: choose }, node("b", {}, name), " ", node("code", {}, id), about && node("small", {}, about)));
      return { words: `${title} ${name} ${id} ${about}`.toLowerCase(), element };
    });
    const element = node("section", {}, node("h2", {}, title), node("ul", {}, ...made.map((entry) => entry.element)));
    return { element, entries: made };
  }

  #filter(text: string): void {
    const wanted = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
    for (const group of this.#groups) {
      for (const entry of group.entries) entry.element.hidden = !wanted.every((word) => entry.words.includes(word));
      group.element.hidden = group.entries.every((entry) => entry.element.hidden);
    }
  }
}
