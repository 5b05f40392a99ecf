// What the reader takes along: the link, the answer in the forms of forums and sheets, the picture, the command.
import { by, button } from "./dom";
import { png, save } from "./picture";
import type { Said, Want } from "./protocol";

export interface Source {
  link(): Promise<string>;
  form(want: Want[]): Promise<Said>;
  /** The command that gives what is shown. */
  command(): string;
}

type Kind = "link" | "markdown" | "bbcode" | "csv" | "png" | "svg" | "command";
const KINDS: readonly [Kind, string][] = [["link", "Copy link"], ["markdown", "Markdown"], ["bbcode", "BBCode"], ["csv", "CSV"], ["png", "PNG"], ["svg", "SVG"], ["command", "Command"]];

/** Makes the buttons. */
export function make(source: Source): void {
  for (const [kind, words] of KINDS) {
    const act = () => {
      taken(kind, source).then(say, (failure: unknown) => say(`That did not work: ${failure instanceof Error ? failure.message : failure}`));
    };
    by("copies").append(button(words, act, { className: kind === "link" ? "strong" : "", id: `copy-${kind}` }));
  }
}

/** Shows those that there are: not each answer has a figure. */
export function show(said: Said): void {
  for (const kind of ["png", "svg", "csv"]) by(`copy-${kind}`).hidden = said.figure === undefined;
}

function say(words: string): void {
  by("copied").textContent = words;
}

async function taken(kind: Kind, source: Source): Promise<string> {
  if (kind === "link") {
    const link = await source.link();
    await navigator.clipboard.writeText(link);
    return `Link copied (${link.length} letters). It holds the whole question.`;
  }
  if (kind === "command") {
    const command = source.command();
    await navigator.clipboard.writeText(command);
    const [first, ...file] = command.split("\n");
    return `Copied: ${first}${file.length > 0 ? " …" : ""}`;
  }
  const want: Want = kind === "png" ? "svg" : kind;
  const said = await source.form([want]);
  if (said.error) throw new Error(said.error.message);
  if (kind === "svg" || kind === "png") {
    const svg = said.svg ?? "";
    const blob = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await png(svg);
    save(blob, `odds.${kind}`);
    return `Saved as odds.${kind} (${Math.ceil(blob.size / 1000)} kB).`;
  }
  await navigator.clipboard.writeText(said[kind] ?? "");
  return "Copied.";
}
