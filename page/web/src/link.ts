// A question in a link: `#1&q=4d6kh3&q=3d6&view=at-least`. The first word is the form of the link: a form that was
// ever given out is read for ever, so a new one is added beside it.
import { packed, unpacked } from "./pack";
import type { Mode, View } from "./protocol";
import { START, type State } from "./state";

/** A link that can't be read, and why. */
export class LinkFault extends Error {}

const MODES: readonly string[] = ["odds", "dc", "best", "duel", "play"];
const VIEWS: readonly string[] = ["exactly", "at-least", "at-most"];

/** A text in a link; letters that would end a link in Markdown, BBCode or plain text are escaped. */
function plain(text: string): string {
  const escaped = encodeURIComponent(text).replace(/[!'()*~]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());
  return escaped.replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%3D/g, "=");
}

/** The link of a state, from `#` on. */
export async function written(state: State): Promise<string> {
  let text = "#1";
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== "") text += `&${name}=${plain(String(value))}`;
  };
  if (state.program) text += "&program=" + (await packed(state.program));
  else for (const question of state.questions) add("q", question.trim());
  if (state.mode !== "odds") add("do", state.mode);
  if (state.view !== "exactly") add("view", state.view);
  add("of", state.of);
  add("at-least", state.atLeast);
  add("at-most", state.atMost);
  add("column", state.column);
  add("edge", state.edge);
  add("match", state.match);
  if (state.mode === "dc") {
    add("target", state.target);
    add("for", state.each);
    if (state.neverBelow) add("never-below", "true");
  }
  add("luck", state.luck);
  add("trials", state.trials);
  add("seed", state.seed);
  add("engine", state.engine);
  if (state.rules) text += "&rules=" + (await packed(state.rules));
  return text;
}

/** The state of a link; null where there is none. */
export async function read(fragment: string): Promise<State | null> {
  const [form, ...parts] = fragment.replace(/^#/, "").split("&");
  if (!form || form === "answer") return null;
  if (form !== "1") throw new LinkFault(`This link has a form that this page does not know (\`${form.slice(0, 20)}\`). A newer oddsmith may read it.`);
  const state: State = { ...START, questions: [] };
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    await take(state, part.slice(0, at), part.slice(at + 1));
  }
  if (!state.program && state.questions.length === 0) state.questions = [...START.questions];
  return state;
}

async function take(state: State, name: string, value: string): Promise<void> {
  const text = () => {
    try {
      return decodeURIComponent(value.replace(/\+/g, " "));
    } catch {
      throw new LinkFault(`This link is damaged: \`${name}\` can't be read.`);
    }
  };
  const number = () => {
    const found = Number(text());
    if (!Number.isFinite(found)) throw new LinkFault(`This link is damaged: \`${name}\` is no number.`);
    return found;
  };
  const whole = async () => {
    try {
      return await unpacked(value);
    } catch {
      throw new LinkFault(`This link is damaged: the end of \`${name}\` is missing. Copy the whole link.`);
    }
  };
  switch (name) {
    case "q": state.questions.push(text()); break;
    case "program": state.program = await whole(); break;
    case "rules": state.rules = await whole(); break;
    case "do": if (MODES.includes(text())) state.mode = text() as Mode; break;
    case "view": if (VIEWS.includes(text())) state.view = text() as View; break;
    case "of": state.of = text(); break;
    case "at-least": state.atLeast = number(); break;
    case "at-most": state.atMost = number(); break;
    case "column": state.column = text(); break;
    case "edge": state.edge = text(); break;
    case "match": state.match = number(); break;
    case "target": state.target = number(); break;
    case "for": state.each = text(); break;
    case "never-below": state.neverBelow = text() === "true"; break;
    case "luck": state.luck = text(); break;
    case "trials": state.trials = number(); break;
    case "seed": state.seed = number(); break;
    case "engine": state.engine = text(); break;
    // What a later page adds is left out.
    default:
  }
}
