// A check as a form: a slider for each number, choices as choices, and ↔ to sweep along a field.
import { button, node } from "./dom";
import type { Form, FormField } from "./protocol";

/** Sets a field of a question; to nothing, where it is to be as usual. */
export type Set = (field: string, value: string | undefined) => void;

/** So many fields are shown before the others are asked for. */
const FIRST = 6;

const words = (name: string) => name.replace(/^decide\./, "decide ").replace(/_/g, " ");

/** Whether a value sweeps. */
const sweeps = (value: string | null) => value !== null && (value.includes("..") || /^[^[]*,/.test(value));

/** The form of a question; `question` tells its fields from those of another. */
export class Fields {
  readonly element = node("div", { className: "fields" });
  #check = "";
  #open = false;
  #rows = new Map<string, Row>();
  #place: number;
  #set: Set;

  constructor(place: number, set: Set) {
    this.#place = place;
    this.#set = set;
  }

  /** Shows a form: what is there stays, so that a slider is not taken from the hand that moves it. */
  show(form: Form | undefined): void {
    const shown = form ? this.#chosen(form) : [];
    const about = form && !form.dice ? form.check : "";
    const names = shown.map((field) => field.name).join(" ");
    if (`${about}|${names}` !== this.#check) {
      this.#check = `${about}|${names}`;
      this.#rows = new Map(shown.map((field) => [field.name, new Row(field, this.#place, this.#set)]));
      this.element.replaceChildren();
      if (form && !form.dice) this.element.append(node("p", { className: "about" }, node("b", {}, form.title), ` ${form.about}`));
      for (const row of this.#rows.values()) this.element.append(row.element);
      const left = form && !form.dice ? form.fields.length - shown.length : 0;
      if (form && (left > 0 || this.#open)) this.element.append(this.#more(form, left));
    }
    for (const field of shown) this.#rows.get(field.name)?.show(field);
  }

  #more(form: Form, left: number): HTMLElement {
    const turn = () => {
      this.#open = !this.#open;
      this.#check = "";
      this.show(form);
    };
    return button(this.#open ? "Fewer fields" : `${left} more field${left === 1 ? "" : "s"}`, turn, { className: "quiet more", "aria-expanded": String(this.#open) });
  }

  #chosen(form: Form): FormField[] {
    if (form.dice) return form.fields.filter((field) => field.value !== null && field.usual);
    if (this.#open) return form.fields;
    const first = form.fields.filter((field) => field.required || field.value !== null);
    return first.length > 0 ? first : form.fields.slice(0, FIRST);
  }
}

/** One field. */
class Row {
  readonly element: HTMLElement;
  #slider?: HTMLInputElement;
  #text?: HTMLInputElement;
  #select?: HTMLSelectElement;
  #sweep?: HTMLButtonElement;
  #field: FormField;
  #set: Set;

  constructor(field: FormField, place: number, set: Set) {
    this.#field = field;
    this.#set = set;
    const id = `field-${place}-${field.name}`;
    const label = node("label", { for: id, title: field.about }, words(field.name));
    this.element = node("div", { className: "field" }, label);
    if (field.words.length > 0) this.#choice(id, field);
    else this.#number(id, field);
    this.show(field);
  }

  #choice(id: string, field: FormField): void {
    const all = field.words.map((word) => node("option", { value: word }, words(word)));
    this.#select = node("select", { id }, ...all);
    const each = node("option", { value: field.words.join(",") }, "compare all");
    if (field.words.length > 1) this.#select.append(each);
    this.#select.onchange = () => this.#set(field.name, this.#select?.value);
    this.element.append(this.#select);
  }

  #number(id: string, field: FormField): void {
    if (field.usual) {
      this.#slider = node("input", { type: "range", id, step: field.kind === "decimal" ? "0.01" : "1" });
      this.#slider.oninput = () => this.#set(field.name, this.#slider?.value);
      this.#sweep = button("↔", () => this.#turn(), { className: "sweep", title: `Draw along ${words(field.name)}`, "aria-label": `Draw along ${words(field.name)}` });
    }
    const text = node("input", { type: "text", id: field.usual ? `${id}-text` : id, spellcheck: false, autocomplete: "off" });
    if (field.usual) text.setAttribute("aria-label", `${words(field.name)}, a number or a range such as 0..10`);
    text.oninput = () => this.#set(field.name, text.value || undefined);
    this.#text = text;
    if (field.named.length > 0) {
      const list = node("datalist", { id: `${id}-names` }, ...field.named.map(([name, number]) => node("option", { value: name }, String(number))));
      text.setAttribute("list", list.id);
      this.element.append(list);
    }
    if (this.#slider) this.element.append(this.#slider);
    this.element.append(text);
    if (this.#sweep) this.element.append(this.#sweep);
    if (!field.usual) this.element.classList.add("wide");
  }

  /** Sweeps along this field, or no more. */
  #turn(): void {
    const { usual, value, kind, default: start } = this.#field;
    if (!usual) return;
    const [low, high] = usual;
    const step = kind === "decimal" ? `/${(high - low) / 20}` : "";
    const middle = /^-?\d+$/.test(start) ? start : String(Math.round((low + high) / 2));
    this.#set(this.#field.name, sweeps(value) ? middle : `${low}..${high}${step}`);
  }

  /** Shows what the field is now. */
  show(field: FormField): void {
    this.#field = field;
    const value = field.value ?? field.default;
    const swept = sweeps(field.value);
    if (this.#select && document.activeElement !== this.#select) this.#select.value = value;
    if (this.#text && document.activeElement !== this.#text) {
      this.#text.value = field.value ?? "";
      this.#text.placeholder = field.default;
    }
    if (this.#slider && field.usual) {
      const number = field.named.find(([name]) => name === value)?.[1] ?? Number.parseFloat(value);
      const at = Number.isFinite(number) ? number : field.usual[0];
      if (document.activeElement !== this.#slider || swept) {
        this.#slider.min = String(Math.min(field.usual[0], swept ? field.usual[0] : at));
        this.#slider.max = String(Math.max(field.usual[1], swept ? field.usual[1] : at));
        this.#slider.value = String(at);
      }
      this.#slider.disabled = swept;
    }
    this.#sweep?.setAttribute("aria-pressed", String(swept));
  }
}
