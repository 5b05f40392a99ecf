// The colours of figures: they name both of theirs, and the page chooses by the reader's setting.
const NAME = /var\((--c-([0-9a-f]{6})-([0-9a-f]{6}))/g;
const known = new Set<string>();
let sheet: HTMLStyleElement | undefined;

/** Sees to it that each colour of a figure is known. */
export function colours(figure: string): void {
  const before = known.size;
  let light = "";
  let dark = "";
  for (const [, name, day, night] of figure.matchAll(NAME)) known.add(`${name} ${day} ${night}`);
  if (known.size === before) return;
  for (const colour of known) {
    const [name, day, night] = colour.split(" ");
    light += `${name}:#${day};`;
    dark += `${name}:#${night};`;
  }
  sheet ??= document.head.appendChild(document.createElement("style"));
  sheet.textContent = `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
}
