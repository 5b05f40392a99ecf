// Exactly, at least, at most: what each bar counts.
import { by, node } from "./dom";
import type { View } from "./protocol";

const VIEWS: readonly [View, string][] = [["exactly", "Exactly"], ["at-least", "At least"], ["at-most", "At most"]];

/** Makes the choice; `chosen` is told. */
export function make(chosen: (view: View) => void): void {
  for (const [view, words] of VIEWS) {
    const input = node("input", { type: "radio", name: "view", value: view });
    input.onchange = () => chosen(view);
    by("views").append(node("label", {}, input, node("span", {}, words)));
  }
}

/** Shows which is chosen, where there is a choice. */
export function show(view: View, possible: boolean): void {
  by("views").hidden = !possible;
  for (const input of by("views").querySelectorAll("input")) input.checked = input.value === view;
}
