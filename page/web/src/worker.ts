// The engine in its worker. The page compiles it once and hands it over, so that a new worker starts at once.
import init, { ask, check, list } from "../engine/engine.js";

const calls = { ask, check, list };
export type Call = keyof typeof calls;
export interface Job {
  id: number;
  call: Call;
  text: string;
}
export type Message = { module: WebAssembly.Module } | Job;

let begun: () => void;
const ready = new Promise<void>((done) => (begun = done));

self.onmessage = async ({ data }: MessageEvent<Message>) => {
  if ("module" in data) {
    await init({ module_or_path: data.module });
    begun();
    self.postMessage({ ready: true });
    return;
  }
  await ready;
  const start = performance.now();
  try {
    const answer = calls[data.call](data.text);
    self.postMessage({ id: data.id, answer, took: performance.now() - start });
  } catch (failure) {
    self.postMessage({ id: data.id, failure: String(failure) });
  }
};
