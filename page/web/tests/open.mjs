// A browser, the page served on loopback, and what every test asks of both: no request goes anywhere else, and
// nothing is said on the console.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const FOLDER = process.env.PAGE ?? "../../target/page";
export const COMMAND = process.env.ODDSMITH_COMMAND ?? "../../target/debug/oddsmith";
const SERVER = process.env.PAGE_SERVER ?? "../../target/debug/oddsmith-page";
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"];
export const WIDTHS = [1280, 390];
/** Narrower windows are those of phones: touched, with two pixels to one, and as wide as what they hold. */
const PHONE = 560;

/** Serves the built page; `end` ends it. */
export async function served(folder = FOLDER) {
  const server = spawn(SERVER, ["serve", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  server.stdout.on("data", (words) => (text += words));
  while (!text.includes("\n")) await once(server.stdout, "data");
  return { address: text.trim(), end: () => (server.kill(), once(server, "exit")) };
}

let shared;
/** One server and one browser for all tests of a file. */
async function started() {
  shared ??= (async () => ({ site: await served(), browser: await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS }) }))();
  return shared;
}

after(async () => {
  if (!shared) return;
  const { site, browser } = await shared;
  await browser.close();
  await site.end();
});

/** The page at this link, with its first answer; `site` serves it, if it is not the usual one. */
export async function opened(link = "", { width = 1280, dark = false, site, wait = true, workers = "block" } = {}) {
  const { browser, site: usual } = await started();
  const { address } = site ?? usual;
  const phone = width < PHONE && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...phone, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", serviceWorkers: workers, permissions: ["clipboard-read", "clipboard-write"] });
  const elsewhere = [];
  const said = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url());
  });
  const page = await context.newPage();
  page.on("console", (line) => line.type() !== "warning" && said.push(line.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(address + link);
  if (wait) await answered(page);
  return {
    page,
    context,
    address,
    /** Ends the page: nothing went elsewhere, nothing was wrong, nothing was wider than the window. */
    async close() {
      await fits(page);
      await context.close();
      assert.deepEqual(elsewhere, [], "requests beyond the page's own folder");
      assert.deepEqual(said, [], "words on the console");
    },
  };
}

/** The page does not scroll sideways: a phone's window grows with what it holds, and another has room for a scroll bar. */
export async function fits(page, state = "the page") {
  const { width } = page.viewportSize();
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.deepEqual({ inner, scroll }, { inner: width, scroll: width < PHONE ? width : Math.min(scroll, width) }, `${state} in a window of ${width} pixels`);
}

/** Waits until there is an answer to what is asked. */
export async function answered(page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-answer").length > 0 && !document.body.classList.contains("busy"), null, { timeout: 30_000 });
}

/** Types a question in place of the first. */
export async function typed(page, text, place = 0) {
  await page.locator("textarea.question").nth(place).fill(text);
  await answered(page);
}

/** A test at both widths, on a page of its own. */
export function flow(test, name, link, steps) {
  for (const width of WIDTHS) {
    test(`${name}, ${width} pixels`, async () => {
      const open = await opened(link, { width });
      await steps(open.page, width);
      await open.close();
    });
  }
}

/** What a worker of the page's own says, asked directly. */
export async function asked(page, call, text) {
  return page.evaluate(
    async ([call, text]) => {
      globalThis.own ??= (async () => {
        const packed = (await fetch("engine.wasm.gz")).body.pipeThrough(new DecompressionStream("gzip"));
        const module = await WebAssembly.compileStreaming(new Response(packed, { headers: { "content-type": "application/wasm" } }));
        const worker = new Worker("worker.js", { type: "module" });
        worker.postMessage({ module });
        return worker;
      })();
      const worker = await globalThis.own;
      const id = (globalThis.jobs = (globalThis.jobs ?? 0) + 1);
      return new Promise((done, failed) => {
        const heard = ({ data }) => {
          if (data.id !== id) return;
          worker.removeEventListener("message", heard);
          if (data.failure) failed(new Error(data.failure));
          else done(JSON.parse(data.answer));
        };
        worker.addEventListener("message", heard);
        worker.postMessage({ id, call, text });
      });
    },
    [call, typeof text === "string" ? text : JSON.stringify(text)],
  );
}
