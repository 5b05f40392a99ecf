// Links that were given out open for ever: this list only grows.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { opened } from "./open.mjs";

const links = JSON.parse(readFileSync(new URL("links.json", import.meta.url)));

for (const { link, ...expected } of links) {
  test(`opens ${link}`, async () => {
    const open = await opened(link, { wait: false });
    for (const [place, words] of Object.entries(expected)) {
      await open.page.waitForFunction(([place, words]) => new RegExp(words).test(document.querySelector(`#${place}`).innerText), [place, words], { timeout: 20_000 });
    }
    // What was read is written again so that it means the same.
    if (!expected.error) {
      await open.page.waitForFunction(() => location.hash.length > 1);
      const again = await open.page.evaluate(() => location.hash);
      if (!link.includes("later")) assert.equal(again, link);
    }
    await open.close();
  });
}

test("a link holds no letter that ends it in Markdown, BBCode or plain text", async () => {
  const open = await opened("", {});
  await open.page.locator("textarea.question").fill("max(d8!, d6!) * 2");
  await open.page.waitForFunction(() => location.hash.includes("max"));
  const hash = await open.page.evaluate(() => location.hash);
  assert.match(hash, /^#[\w&=+%.,:-]+$/);
  await open.page.reload();
  await open.page.waitForFunction(() => document.querySelector("textarea.question").value === "max(d8!, d6!) * 2");
  await open.close();
});
