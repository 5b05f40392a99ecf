// How large the page is, and how soon it answers.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { FOLDER, answered, opened } from "./open.mjs";

const file = (name) => readFileSync(`${FOLDER}/${name}`);
const packed = (names) => names.reduce((sum, name) => sum + gzipSync(file(name), { level: 9 }).length, 0);
/** A machine that does other work too is not the page's fault: the best of so many counts. */
const TRIES = 5;

test("the engine, the first load and the editor", () => {
  const engine = brotliCompressSync(gunzipSync(file("engine.wasm.gz"))).length;
  const first = packed(["index.html", "page.css", "app.js", "worker.js", "icon.svg", "manifest.webmanifest"]);
  const editor = brotliCompressSync(file("editor.js")).length;
  console.log(`engine ${engine}, first load ${first}, editor ${editor} bytes`);
  assert.ok(engine <= 1_400_000, `engine ${engine}`);
  assert.ok(first <= 30_000, `first load ${first}`);
  assert.ok(editor <= 100_000, `editor ${editor}`);
});

test("the first drawn answer within 1.5 s, cold", async () => {
  const all = [];
  for (let turn = 0; turn < TRIES; turn++) {
    const open = await opened("#1&q=4d6kh3");
    all.push(await open.page.evaluate(() => performance.getEntriesByName("first-answer")[0].startTime));
    await open.close();
  }
  console.log(`first answer ${all.map(Math.round)} ms`);
  assert.ok(Math.min(...all) <= 1_500, `${all}`);
});

test("a slider step within 50 ms", async () => {
  const open = await opened("#1&q=melodrama.toughness+toughness=10+damage=0..20");
  const slider = open.page.getByLabel("toughness", { exact: true });
  await slider.focus();
  const all = [];
  for (let turn = 0; turn < 2 * TRIES; turn++) {
    all.push(
      await open.page.evaluate(
        () =>
          new Promise((done) => {
            const slider = document.querySelector("#field-0-toughness");
            const start = performance.now();
            new MutationObserver((_, observer) => {
              observer.disconnect();
              done(performance.now() - start);
            }).observe(document.querySelector("#figure"), { childList: true });
            slider.value = String(((Number(slider.value) + 3) % 20) + 1);
            slider.dispatchEvent(new Event("input", { bubbles: true }));
          }),
      ),
    );
    await answered(open.page);
  }
  console.log(`slider ${all.map(Math.round)} ms`);
  assert.ok(Math.min(...all) <= 50, `${all}`);
  await open.close();
});

test("no frame later than 100 ms while it is simulated", async () => {
  const open = await opened("#1&q=d20");
  const { page } = open;
  const worst = [];
  for (let turn = 0; turn < TRIES; turn++) {
    worst.push(
      await page.evaluate(async () => {
        location.hash = `#1&q=torg.adventure&seed=${Math.floor(Math.random() * 1e6)}&trials=400000`;
        let last = performance.now();
        let gap = 0;
        const end = last + 1_500;
        while (last < end) {
          const now = await new Promise(requestAnimationFrame);
          gap = Math.max(gap, now - last);
          last = now;
        }
        return gap;
      }),
    );
  }
  console.log(`latest frame ${worst.map(Math.round)} ms`);
  assert.ok(Math.min(...worst) <= 100, `${worst}`);
  await open.close();
});
