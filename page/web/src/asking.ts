// Asking: the last question counts, those before it are dropped. What can't be answered at once is simulated in
// growing steps, and can be stopped.
import { type Engine, Stopped } from "./engine";
import type { Change, Request, Said, Want } from "./protocol";
import { type State, request } from "./state";

/** What an answer takes at first, so that there is one at once; then as much as the command does. */
const STEPS: readonly Request[] = [{ budget: 1_000_000, trials: 20_000 }, { trials: 200_000 }, {}];
/** After so many milliseconds a new question ends what is at work. */
const PATIENCE = 250;

export interface Heard {
  /** An answer; `more` where a better one is being made. */
  answered(said: Said, more: boolean, took: number): void;
  failed(reason: string): void;
  /** What was being made was ended by the reader. */
  stopped(): void;
}

export class Asking {
  #engine: Engine;
  #heard: Heard;
  #turn = 0;
  #since = 0;
  #busy = false;
  #chain: Promise<void> = Promise.resolve();
  /** The request that gave the last answer. */
  #shown: Request = {};

  constructor(engine: Engine, heard: Heard) {
    this.#engine = engine;
    this.#heard = heard;
  }

  /** Asks what the state says, with a field set where one is. */
  ask(state: State, set?: Change): void {
    const turn = ++this.#turn;
    const asked = request(state);
    if (set) asked.set = set;
    if (this.#busy && performance.now() - this.#since > PATIENCE) this.#engine.stop();
    // One at a time: of those that wait only the last is asked.
    this.#chain = this.#chain.then(() => (turn === this.#turn ? this.#steps(asked, turn) : undefined));
  }

  /** Another form of what is shown. */
  form(want: Want[]): Promise<Said> {
    return this.#engine.ask({ ...this.#shown, want });
  }

  stop(): void {
    this.#turn++;
    if (this.#busy) this.#engine.stop();
    this.#heard.stopped();
  }

  async #steps(asked: Request, turn: number): Promise<void> {
    const alone = asked.program || (asked.do && asked.do !== "odds") || asked.trials !== undefined;
    for (const step of alone ? [{}] : STEPS) {
      const start = performance.now();
      this.#since = start;
      this.#busy = true;
      try {
        const said = await this.#engine.ask({ ...asked, ...step, want: ["figure"] });
        if (turn !== this.#turn) return;
        // What was simulated may have an exact answer that takes longer, or a better one.
        const more = said.trials !== undefined && !said.error && !alone && step !== STEPS.at(-1);
        if (!said.error && said.questions) asked.questions = said.questions;
        delete asked.set;
        if (!said.error) this.#shown = { ...asked, ...step };
        this.#heard.answered(said, more, performance.now() - start);
        if (!more) return;
      } catch (failure) {
        if (!(failure instanceof Stopped) && turn === this.#turn) this.#heard.failed(failure instanceof Error ? failure.message : String(failure));
        return;
      } finally {
        this.#busy = false;
      }
    }
  }
}
