// Elements, made and found.
type Within = Node | string | null | undefined | false;

/** The element of this id, of which the page has one. */
export function by<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as E;
}

/** An element with properties, attributes (names with a dash, `role`, `for`) and what is in it. */
export function node<K extends keyof HTMLElementTagNameMap>(
  name: K,
  given: Record<string, unknown> = {},
  ...within: Within[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (key.includes("-") || key === "role" || key === "for" || key === "list") made.setAttribute(key, String(value));
    else Reflect.set(made, key, value);
  }
  made.append(...within.filter((one): one is Node | string => one !== null && one !== undefined && one !== false));
  return made;
}

/** A button of the page. */
export function button(words: string, act: () => void, given: Record<string, unknown> = {}): HTMLButtonElement {
  return node("button", { type: "button", onclick: act, ...given }, words);
}
