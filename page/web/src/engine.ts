// The engine as the page calls it: one worker, which can be ended at any time.
import type { Menu, Request, Said } from "./protocol";
import type { Call } from "./worker";

/** The engine was ended before it had answered. */
export class Stopped extends Error {}

interface Waiting {
  done: (answer: string) => void;
  failed: (reason: Error) => void;
}

/** Fetches and compiles the engine: it is kept packed, and no host has to unpack it. */
async function compiled(): Promise<WebAssembly.Module> {
  const found = await fetch(new URL("engine.wasm.gz", import.meta.url));
  if (!found.ok || !found.body) throw new Error(`the engine could not be loaded (${found.status})`);
  // Some hosts say that it is packed, and then the browser has unpacked it.
  const open = found.headers.get("content-encoding") === "gzip";
  const body = open ? found.body : found.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
}

export class Engine {
  #module = compiled();
  #waiting = new Map<number, Waiting>();
  #worker!: Worker;
  #last = 0;

  constructor() {
    this.#start();
    this.#module.catch((failure: unknown) => this.#fail(new Error(String(failure))));
  }

  #start(): void {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.failure === undefined) waiting?.done(data.answer);
      // What has failed in its midst is not asked again.
      else this.#restart(new Error(data.failure), waiting);
    };
    worker.onerror = () => this.#fail(new Error("the engine has failed"));
    void this.#module.then((module) => worker.postMessage({ module })).catch(() => {});
  }

  #restart(reason: Error, first?: Waiting): void {
    this.#worker.terminate();
    const waiting = [...(first ? [first] : []), ...this.#waiting.values()];
    this.#waiting.clear();
    this.#start();
    for (const one of waiting) one.failed(reason);
  }

  #fail(reason: Error): void {
    for (const one of this.#waiting.values()) one.failed(reason);
    this.#waiting.clear();
  }

  #call(call: Call, text: string): Promise<string> {
    const id = ++this.#last;
    const answer = new Promise<string>((done, failed) => this.#waiting.set(id, { done, failed }));
    this.#worker.postMessage({ id, call, text });
    return answer;
  }

  async ask(request: Request): Promise<Said> {
    return JSON.parse(await this.#call("ask", JSON.stringify(request)));
  }

  async check(rules: string): Promise<Said> {
    return JSON.parse(await this.#call("check", rules));
  }

  async list(rules: string): Promise<Menu> {
    return JSON.parse(await this.#call("list", rules));
  }

  /** Ends what is at work. */
  stop(): void {
    this.#restart(new Stopped());
  }
}
