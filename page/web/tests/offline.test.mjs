// After the first visit the page needs no server: it is ended, and the page opens.
import test from "node:test";
import assert from "node:assert/strict";
import { answered, opened, served } from "./open.mjs";

test("opens and answers with the server ended", async () => {
  const site = await served();
  const open = await opened("#1&q=3d6", { site, workers: "allow" });
  await open.page.waitForFunction(() => document.documentElement.dataset.offline === "ready", null, { timeout: 30_000 });
  await site.end();
  await open.page.goto(`${site.address}#1&q=4d6kh3`);
  await open.page.reload();
  await answered(open.page);
  assert.match(await open.page.locator("#facts").innerText(), /12\.2446/);
  // What is loaded later is there too.
  await open.page.getByRole("button", { name: "House rule" }).click();
  await open.page.locator(".cm-content").waitFor();
  await open.close();
});

test("can be installed: its manifest names an icon and a start", async () => {
  const open = await opened();
  const manifest = await open.page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  assert.equal(manifest.start_url, "./");
  const icon = await open.page.evaluate(async (icon) => (await fetch(icon)).ok, manifest.icons[0].src);
  assert.ok(icon);
  await open.close();
});
