// The numbers below the figure, as tables; what a bar shows stands beside it as a number.
import { node } from "./dom";
import type { Numbers } from "./protocol";

const BAR = /^[\u2580-\u259f]+$/;
/** So many rows are shown at once: a table of thousands would hold the page up. */
const MOST = 300;

export function show(root: HTMLElement, tables: readonly Numbers[], title: string, lines: readonly string[]): void {
  root.replaceChildren();
  const said = lines.map((line) => node("p", { className: line.startsWith("  ") ? "line deep" : "line" }, line.trim()));
  if (tables.length === 0 && said.length === 0) return;
  root.append(node("h2", {}, "Numbers"), node("p", { className: "of" }, title), ...tables.filter((one) => one.rows.length > 0).map(table), ...said);
}

function table({ names, heading, rows }: Numbers): HTMLElement {
  const bars = heading.map((head, column) => head === "" && rows.every((row) => BAR.test(row[column] ?? "") || row[column] === ""));
  const kind = (column: number) => (bars[column] ? "bar" : column < names || heading[column] === "" ? "name" : "number");
  const cell = (text: string, column: number) =>
    column < names
      ? node("th", { scope: "row", className: kind(column) }, text)
      : node("td", { className: kind(column), "aria-hidden": bars[column] ? "true" : undefined }, text);
  const head = heading.map((text, column) =>
    text === "" ? node("td", { className: kind(column), "aria-hidden": bars[column] ? "true" : undefined }) : node("th", { scope: "col", className: kind(column) }, text),
  );
  const body = node("tbody", {}, ...rows.slice(0, MOST).map((row) => node("tr", {}, ...row.map(cell))));
  const made = node("table", {}, node("thead", {}, node("tr", {}, ...head)), body);
  const left = rows.length - MOST;
  const rest = left > 0 && node("p", { className: "line" }, `${left} more rows: copy the CSV for all of them.`);
  return node("div", { className: "table", role: "region", tabIndex: 0, "aria-label": `Table of ${heading.filter((text) => text !== "").join(", ")}` }, made, rest);
}
