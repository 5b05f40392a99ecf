// House rules: an editor, the examples, and the question about what is written.
import { by, node } from "./dom";
import type { Editor } from "./editor";
import type { Engine } from "./engine";
import { type Example, examples } from "./library";
import type { Fault } from "./protocol";

export interface Written {
  /** The rules are now this; `questions` ask about each. */
  written(rules: string, questions: readonly string[]): void;
  /** The panel was closed. */
  closed(): void;
}

/** What is typed is read so many milliseconds after the last key. */
const PAUSE = 120;

export class Rules {
  #engine: Engine;
  #written: Written;
  #editor: Editor | undefined;
  #timer = 0;
  #quiet = false;

  constructor(engine: Engine, written: Written) {
    this.#engine = engine;
    this.#written = written;
    by("close-rules").onclick = () => this.#show(false);
  }

  get open(): boolean {
    return !by("rules").hidden;
  }

  /** Opens the editor with these rules, or an example. */
  async edit(rules: string): Promise<void> {
    this.#show(true);
    const [all, { editor }] = await Promise.all([examples(), import("./editor.js") as Promise<typeof import("./editor")>]);
    const select = by<HTMLSelectElement>("examples");
    if (select.options.length === 0) {
      select.append(node("option", { value: "" }, "…"), ...all.map((rule) => node("option", { value: rule.name }, rule.title || rule.name)));
      select.onchange = () => {
        const chosen = all.find((rule) => rule.name === select.value);
        if (chosen) this.example(chosen);
      };
    }
    this.#editor ??= editor(by("editor"), (text) => this.#typed(text));
    const first = rules || (all.find((rule) => rule.name === "stress_dice") ?? all[0])?.text || "";
    this.#put(first);
    if (!rules) void this.#read(first);
  }

  /** Closes the editor. */
  close(): void {
    by("rules").hidden = true;
    by("house").setAttribute("aria-expanded", "false");
  }

  /** Puts an example there. */
  example(rule: Example): void {
    void this.edit(rule.text).then(() => {
      by<HTMLSelectElement>("examples").value = rule.name;
      void this.#read(rule.text);
    });
  }

  /** Underlines what is wrong, or nothing. */
  fault(error: Fault | undefined): void {
    const span = error?.span;
    this.#editor?.fault(span ? { ...span, message: error.message + (error.hint ? `\n${error.hint}` : "") } : undefined);
  }

  #put(text: string): void {
    this.#quiet = true;
    this.#editor?.put(text);
    this.#quiet = false;
  }

  #show(open: boolean): void {
    const before = this.open;
    by("rules").hidden = !open;
    by("house").setAttribute("aria-expanded", String(open));
    if (before && !open) this.#written.closed();
  }

  #typed(text: string): void {
    if (this.#quiet) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#read(text), PAUSE);
  }

  async #read(text: string): Promise<void> {
    const said = await this.#engine.check(text);
    this.fault(said.error);
    this.#written.written(text, said.questions ?? []);
  }
}
