// The figure: the engine's own, whose marks say their values to the pointer, to keys and to screen readers.
import { colours } from "./colours";

/** Shows a figure in `root`; the marks that are pointed at are read in `readout`. */
export function show(root: HTMLElement, readout: HTMLElement, figure: string | undefined): void {
  const focused = place(root);
  root.innerHTML = figure ?? "";
  readout.textContent = "";
  if (!figure) return;
  colours(figure);
  for (const svg of root.querySelectorAll("svg")) marks(svg, readout, focused);
}

/** The place of the mark that has the focus. */
function place(root: HTMLElement): number | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof SVGElement) || !root.contains(focused)) return undefined;
  return Number(focused.dataset["place"]);
}

function marks(svg: SVGSVGElement, readout: HTMLElement, focused: number | undefined): void {
  const all = [...svg.querySelectorAll<SVGRectElement>("rect:has(> title)")];
  all.sort((a, b) => Number(a.getAttribute("x")) - Number(b.getAttribute("x")) || Number(a.getAttribute("y")) - Number(b.getAttribute("y")));
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-roledescription", "chart");
  for (const text of svg.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
  const go = (to: number) => {
    all.forEach((mark, at) => mark.setAttribute("tabindex", at === to ? "0" : "-1"));
    all[to]?.focus();
  };
  all.forEach((mark, at) => {
    const words = (mark.querySelector("title")?.textContent ?? "").replace(/\n/g, " · ");
    // Else the browser shows the same words beside the readout.
    mark.querySelector("title")?.remove();
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", words);
    mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
    mark.dataset["place"] = String(at);
    mark.onpointerenter = mark.onfocus = () => {
      readout.textContent = words;
    };
    mark.onkeydown = (event) => {
      const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (to === undefined || !all[to]) return;
      event.preventDefault();
      go(to);
    };
  });
  if (focused !== undefined && svg.getClientRects().length > 0) go(Math.min(focused, all.length - 1));
}
