// What the reader has asked: all that a link holds.
import type { Mode, Request, View } from "./protocol";

export interface State {
  mode: Mode;
  questions: string[];
  /** An AnyDice program, in place of questions. */
  program: string;
  rules: string;
  view: View;
  of?: string;
  atLeast?: number;
  atMost?: number;
  column?: string;
  edge?: string;
  match?: number;
  /** The chance that is wanted of a difficulty. */
  target: number;
  each?: string;
  neverBelow: boolean;
  seed?: number;
  trials?: number;
  luck?: string;
  /** The version of the engine that an answer was simulated with, as a link says it. */
  engine?: string;
}

export const START: State = {
  mode: "odds",
  questions: ["4d6kh3"],
  program: "",
  rules: "",
  view: "exactly",
  target: 0.65,
  neverBelow: false,
};

/** Whether a text is a program in AnyDice's language. */
export function isProgram(text: string): boolean {
  return /(^|[\n:{}])\s*(output|function|loop|set)\b/.test(text);
}

/** The request that a state is. */
export function request(state: State): Request {
  const asked: Request = { do: state.mode, view: state.view };
  if (state.program) asked.program = state.program;
  else asked.questions = state.questions.map((text) => text.trim()).filter((text) => text !== "");
  if (state.rules) asked.rules = state.rules;
  if (state.of !== undefined) asked.of = state.of;
  if (state.atLeast !== undefined) asked.at_least = state.atLeast;
  if (state.atMost !== undefined) asked.at_most = state.atMost;
  if (state.column !== undefined) asked.column = state.column;
  if (state.edge !== undefined) asked.edge = state.edge;
  if (state.match !== undefined) asked.match = state.match;
  if (state.seed !== undefined) asked.seed = state.seed;
  if (state.trials !== undefined) asked.trials = state.trials;
  if (state.luck !== undefined) asked.luck = state.luck;
  if (state.mode === "dc") {
    asked.target = state.target;
    asked.never_below = state.neverBelow;
    if (state.each) asked.each = [state.each];
  }
  return asked;
}
