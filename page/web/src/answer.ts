// The answer in words and numbers, around its figure.
import { by, button, node } from "./dom";
import * as figure from "./figure";
import * as numbers from "./numbers";
import type { Fault, Said } from "./protocol";

/** Shows an answer. */
export function show(said: Said, played: boolean): void {
  by("error").hidden = true;
  figure.show(by("figure"), by("readout"), said.figure);
  // A figure says the finding itself.
  const words = said.figure ? [] : (said.answer ?? []);
  const lines = said.lines ?? [];
  const title = said.figure ? [] : [node("h2", {}, said.title ?? "")];
  const told = played ? lines.map((line) => node("p", { className: "told" }, line)) : [];
  by("words").replaceChildren(...title, ...told, ...words.map((line) => node("p", { className: "finding" }, line)));
  by("facts").replaceChildren(facts(said));
  numbers.show(by("numbers"), said.tables ?? [], said.title ?? "", played ? [] : lines);
  by("notes").replaceChildren(...(said.notes ?? []).map((note) => node("p", {}, note)));
}

/** A row of numbers for each case. */
function facts(said: Said): Node {
  const all = said.facts ?? [];
  const one = all.length === 1;
  const pair = (name: string, value: string | null) => value !== null && node("div", {}, node("dt", {}, name), node("dd", {}, value));
  const list = all.map((fact) =>
    node(
      "dl",
      {},
      !one && node("div", { className: "of" }, node("dt", { className: "hidden" }, "of"), node("dd", {}, fact.label)),
      pair("chance", fact.success === null ? null : `${fact.success} %`),
      pair("mean", fact.mean),
      pair("spread", fact.spread),
      pair("median", fact.median),
    ),
  );
  const group = document.createDocumentFragment();
  group.append(...list);
  return group;
}

/** Shows what is wrong; the last answer stays where it is, paler. What to write in its place is a button. */
export function fault(error: Fault | string, use: (text: string) => void = () => {}): void {
  const place = by("error");
  place.hidden = false;
  if (typeof error === "string") return place.replaceChildren(...coded(error));
  const instead = /^(?:write|did you mean) `([^`]+)`\??$/i.exec(error.hint ?? "")?.[1];
  const hint = instead ? button(`Use ${instead}`, () => use(instead), { className: "instead" }) : error.hint && node("span", {}, ...coded(sentence(error.hint)));
  place.replaceChildren(node("b", {}, ...coded(sentence(error.message))), " ", hint ?? "", ...(error.excerpt ? [node("pre", {}, error.excerpt)] : []));
}

/** A message as a sentence. */
function sentence(words: string): string {
  const end = /[.?!]$/.test(words) ? "" : ".";
  return words.charAt(0).toUpperCase() + words.slice(1) + end;
}

/** Words in which what is typed stands between back quotes. */
function coded(words: string): Node[] {
  return words.split("`").map((part, place) => (place % 2 === 1 ? node("code", {}, part) : document.createTextNode(part)));
}
