// What to find of a question: its odds, the difficulty for a chance, what is best, one resolution.
import { by, button, node } from "./dom";
import type { Form, Mode } from "./protocol";
import type { State } from "./state";

const MODES: readonly [Mode, string][] = [["odds", "Odds"], ["dc", "Find a difficulty"], ["best", "Best choice"], ["duel", "Solve the duel"], ["play", "Play one"]];

export interface Aimed {
  mode(mode: Mode): void;
  /** The state is changed by hand, and is to be asked again. */
  changed(change: Partial<State>): void;
}

/** What can be found of these questions. */
function possible(forms: readonly Form[]): Mode[] {
  const [form, other] = forms;
  if (!form || other) return ["odds"];
  const can = { odds: true, dc: form.can.dc, best: form.can.best, duel: form.can.duel, play: true };
  return MODES.map(([mode]) => mode).filter((mode) => can[mode]);
}

export class Modes {
  #aimed: Aimed;
  #aim = "";

  constructor(aimed: Aimed) {
    this.#aimed = aimed;
  }

  show(state: State, forms: readonly Form[]): void {
    const there = possible(forms);
    const root = by("modes");
    root.hidden = there.length < 2 && state.mode === "odds";
    const focused = root.contains(document.activeElement);
    const tabs = MODES.filter(([mode]) => there.includes(mode) || mode === state.mode).map(([mode, words]) =>
      button(words, () => this.#aimed.mode(mode), { role: "tab", id: `mode-${mode}`, tabIndex: mode === state.mode ? 0 : -1, "aria-selected": String(mode === state.mode), "aria-controls": "panel" }),
    );
    tabs.forEach((tab, place) => {
      tab.onkeydown = (event) => {
        const to = tabs[place + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? NaN)];
        to?.focus();
        to?.click();
      };
    });
    root.replaceChildren(...tabs);
    if (focused) tabs.find((tab) => tab.tabIndex === 0)?.focus();
    by("panel").setAttribute("aria-labelledby", `mode-${state.mode}`);
    this.#aims(state, forms[0]);
  }

  /** What is aimed at; it stays while it is moved. */
  #aims(state: State, form: Form | undefined): void {
    const root = by("aim");
    root.hidden = !(state.mode === "dc" || state.mode === "play");
    const kind = `${state.mode} ${form?.check} ${form?.fields.map((field) => field.value !== null)}`;
    if (kind === this.#aim) return this.#update(state);
    this.#aim = kind;
    root.replaceChildren();
    if (state.mode === "play") {
      root.append(button("Play again", () => this.#aimed.changed({ seed: 1 + Math.floor(Math.random() * 999_999) }), { className: "strong" }));
    }
    if (state.mode === "dc" && form) root.append(...this.#difficulty(state, form));
    this.#update(state);
  }

  #difficulty(state: State, form: Form): Node[] {
    const slider = node("input", { type: "range", id: "target", min: "1", max: "99", step: "1" });
    const number = node("input", { type: "text", id: "target-text", inputMode: "decimal", "aria-label": "Wanted chance, per cent" });
    slider.oninput = () => this.#aimed.changed({ target: Number(slider.value) / 100 });
    number.oninput = () => {
      const target = Number(number.value.replace("%", "").replace(",", ".")) / 100;
      if (target >= 0 && target <= 1) this.#aimed.changed({ target });
    };
    const numbers = form.fields.filter((field) => field.kind === "integer" && field.usual);
    const each = node("select", { id: "each" }, node("option", { value: "" }, "one row"), ...numbers.map((field) => node("option", { value: `${field.name}=${field.usual?.join("..")}` }, field.name.replace(/_/g, " "))));
    if (state.each && ![...each.options].some((option) => option.value === state.each)) each.append(node("option", { value: state.each }, state.each));
    each.onchange = () => this.#aimed.changed({ each: each.value });
    const below = node("input", { type: "checkbox", id: "below" });
    below.onchange = () => this.#aimed.changed({ neverBelow: below.checked });
    return [
      node("div", { className: "field" }, node("label", { for: "target" }, "Wanted chance"), slider, number, node("span", {}, "%")),
      node("div", { className: "row" }, node("label", {}, "A row for each ", each), node("label", {}, below, " never below it")),
    ];
  }

  #update(state: State): void {
    const put = (id: string, value: string) => {
      const input = document.getElementById(id);
      if ((input instanceof HTMLInputElement || input instanceof HTMLSelectElement) && document.activeElement !== input) input.value = value;
    };
    const per = String(Number((state.target * 100).toFixed(2)));
    put("target", per);
    put("target-text", per);
    put("each", state.each ?? "");
    const below = document.getElementById("below");
    if (below instanceof HTMLInputElement) below.checked = state.neverBelow;
  }
}
