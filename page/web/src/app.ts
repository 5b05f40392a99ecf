// The page: a state, the engine that is asked about it, and what shows the answer.
import * as answer from "./answer";
import { Asking } from "./asking";
import * as copy from "./copy";
import { by, button } from "./dom";
import { Engine } from "./engine";
import { Library } from "./library";
import { LinkFault, read, written } from "./link";
import { Modes } from "./modes";
import { keep } from "./offline";
import type { Change, Form, Said } from "./protocol";
import { Questions } from "./questions";
import { Rules } from "./rules";
import { START, type State, isProgram } from "./state";
import * as views from "./views";

const TRIES: readonly string[] = ["4d6kh3", "d20+5 vs 15", "6d6 c>=5", "2d20kh1"];

/** What is usual at the table, and a little more. */
const ADVANTAGES = "-20..20";

let state: State = { ...START };
let forms: readonly Form[] = [];
let said: Said | undefined;
let touched = 0;

const engine = new Engine();
const asking = new Asking(engine, { answered, failed: (reason) => status(`The engine failed: ${reason}`), stopped: () => status("Stopped.") });
const questions = new Questions(by("questions"), {
  typed: (place, text) => {
    touched = place;
    if (place === 0 && isProgram(text)) state = { ...state, program: text, mode: "odds" };
    else state = { ...state, program: "", questions: state.questions.with(place, text) };
    changed();
  },
  set: (question, field, value) => {
    const set: Change = value === undefined ? { question, field } : { question, field, value };
    delete state.seed;
    delete state.trials;
    asking.ask(state, set);
    busy();
  },
  removed: (place) => {
    const { edge: _, ...rest } = state;
    state = { ...(state.questions.length > 2 ? state : rest), questions: state.questions.toSpliced(place, 1) };
    redraw();
  },
});
const modes = new Modes({
  mode: (mode) => {
    state = { ...state, mode };
    changed();
  },
  changed: (change) => {
    state = { ...state, ...change };
    changed();
  },
});
const rules = new Rules(engine, {
  written: (text, own) => {
    const known = (question: string) => own.some((one) => question.split(" ")[0] === one.split(" ")[0]);
    const first = own[0];
    const asks = state.questions.some((question) => question.startsWith("house.") && !known(question) && !question.startsWith("house.roll") && !question.startsWith("house.opposed"));
    const fresh = !state.rules || asks || !state.questions.some(known);
    state = { ...state, rules: text, program: "" };
    if (first && fresh) {
      state = { ...state, questions: [first], mode: "odds" };
      questions.put(0, first);
    }
    changed();
  },
  closed: () => by("house").focus(),
});
const library = new Library(engine, {
  question: (question, mode) => {
    rules.close();
    state = { ...START, questions: [question], mode };
    redraw();
  },
  rule: (example) => {
    state = { ...START, questions: [""], rules: "" };
    rules.example(example);
  },
});

/** Shows an answer, if it is to what is asked now. */
function answered(now: Said, more: boolean, took: number): void {
  document.body.classList.remove("busy");
  if (now.error) {
    by("answer").classList.add("old");
    answer.fault(now.error, instead);
    status("");
    return;
  }
  said = now;
  by("answer").classList.remove("old");
  by("panel").hidden = false;
  forms = now.forms ?? [];
  if (now.questions && !state.program) state = { ...state, questions: now.questions };
  questions.show(typed(), forms);
  modes.show(state, forms);
  views.show(state.view, now.ordered && state.mode === "odds" && now.figure !== undefined);
  answer.show(now, state.mode === "play");
  copy.show(now);
  by("add").hidden = state.program !== "" || state.mode !== "odds";
  by("edge").hidden = forms.length < 2 || !forms.every((form) => form.can.edge);
  by("edge").setAttribute("aria-pressed", String(state.edge !== undefined));
  simulated(now, more);
  document.documentElement.dataset["took"] = took.toFixed(1);
  if (!performance.getEntriesByName("first-answer").length) performance.mark("first-answer");
  void remember();
}

/** Puts what is right in place of the question that was typed last. */
function instead(text: string): void {
  const place = Math.min(touched, state.questions.length - 1);
  state = { ...state, program: "", questions: state.questions.with(place, text) };
  questions.put(place, text);
  changed();
  questions.focus(place);
}

/** Says that numbers are simulated, and lets the reader end it. */
function simulated(now: Said, more: boolean): void {
  if (now.trials === undefined) return status("");
  const count = now.trials.toLocaleString("en").replace(/,/g, "\u2009");
  const words = `Too large to be exact at once: simulated ${count} times${more ? ", more to come …" : ""}`;
  status(words, more);
  if (state.engine && state.engine !== now.version) status(`${words}. The link was made with engine ${state.engine}, this is ${now.version}: simulated numbers may differ.`, more);
}

function status(words: string, more = false): void {
  document.body.classList.remove("busy");
  by("status").replaceChildren(words, ...(more ? [" ", button("Stop", () => asking.stop(), { id: "stop" })] : []));
}

let waiting = 0;
/** Says that it takes a while, if it does, and lets the reader end it. */
function busy(): void {
  clearTimeout(waiting);
  document.body.classList.add("busy");
  waiting = window.setTimeout(() => {
    if (document.body.classList.contains("busy")) by("status").replaceChildren("Computing … ", button("Stop", () => asking.stop(), { id: "stop" }));
  }, 400);
}

/** The questions as they are typed: a program stands in place of the first. */
function typed(): string[] {
  return state.program ? [state.program] : state.questions;
}

/** Asks anew: what was said of luck is no more. */
function changed(): void {
  if (state.mode !== "play") {
    delete state.seed;
    delete state.luck;
  }
  delete state.trials;
  delete state.engine;
  if (typed().every((text) => text.trim() === "")) return;
  busy();
  asking.ask({ ...state, mode: state.questions.length > 1 ? "odds" : state.mode });
}

/** Shows the state as it is, and asks. */
function redraw(): void {
  forms = [];
  questions.show(typed());
  changed();
}

/** Keeps the question in the address. */
async function remember(): Promise<void> {
  history.replaceState(null, "", await written(state));
}

/** What a link says is shown; one that can't be read says why. */
async function arrive(): Promise<void> {
  try {
    state = (await read(location.hash)) ?? { ...START };
  } catch (failure) {
    if (!(failure instanceof LinkFault)) throw failure;
    state = { ...START, questions: [""] };
    questions.show(state.questions);
    by("answer").classList.add("old");
    answer.fault(failure.message);
    return;
  }
  questions.show(typed());
  busy();
  asking.ask(state);
  if (state.rules) await rules.edit(state.rules);
}

views.make((view) => {
  state = { ...state, view };
  changed();
});
copy.make({
  link: async () => {
    const sure = said?.trials === undefined ? state : { ...state, trials: said.trials, seed: said.seed ?? 1, engine: said.version };
    return location.href.split("#")[0] + (await written(sure));
  },
  form: (want) => asking.form(want),
  command: () => said?.command ?? "",
});
by("add").onclick = () => {
  state = { ...state, questions: [...state.questions, state.questions.at(-1) ?? "3d6"] };
  redraw();
  questions.focus(state.questions.length - 1);
};
/** The questions as they were before they were drawn along an advantage. */
let before: string[] = [];
by("edge").onclick = () => {
  const { edge, ...rest } = state;
  if (edge === undefined) before = state.questions;
  state = edge === undefined ? { ...state, edge: ADVANTAGES } : { ...rest, questions: before.length === state.questions.length ? before : state.questions };
  redraw();
};
by("games").onclick = () => void library.open();
by("house").onclick = () => void rules.edit(state.rules);
by("tries").append(
  "Try ",
  ...TRIES.map((text) =>
    button(text, () => {
      rules.close();
      state = { ...START, questions: [text] };
      redraw();
    }, { className: "try" }),
  ),
);
addEventListener("hashchange", () => void arrive());
void arrive();
keep();
