// By keyboard alone, with a screen reader, in light and dark.
import test from "node:test";
import assert from "node:assert/strict";
import axe from "@axe-core/playwright";
import { WIDTHS, answered, opened } from "./open.mjs";

const Builder = axe.AxeBuilder ?? axe.default ?? axe;
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PAGES = [["", "dice"], ["#1&q=2d20kh1&q=d20", "dice beside dice"], ["#1&q=melodrama.toughness+toughness=10+damage=0..20", "a table"], ["#1&q=mutants.check+bonus=8+dc=15&do=dc", "a difficulty"], ["#1&q=melodrama.opposed+active=10+passive=5&do=play", "a tale"]];

for (const [link, name] of PAGES) {
  for (const dark of [false, true]) {
    test(`axe finds nothing: ${name}, ${dark ? "dark" : "light"}`, async () => {
      const open = await opened(link, { dark, width: WIDTHS[dark ? 1 : 0] });
      const { violations } = await new Builder({ page: open.page }).withTags(RULES).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`), []);
      await open.close();
    });
  }
}

test("axe finds nothing in the editor and in the menu", async () => {
  const open = await opened();
  await open.page.getByRole("button", { name: "House rule" }).click();
  await open.page.locator(".cm-content").waitFor();
  const found = async () => (await new Builder({ page: open.page }).withTags(RULES).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
  assert.deepEqual(await found(), []);
  await open.page.getByRole("button", { name: /^Games/ }).click();
  await open.page.getByRole("dialog").getByRole("heading").first().waitFor();
  assert.deepEqual(await found(), []);
  await open.close();
});

test("arrow keys go through the marks of a figure and read their values", async () => {
  const open = await opened("#1&q=3d6");
  const { page } = open;
  await page.locator("#figure svg:visible [tabindex='0']").focus();
  const first = await page.locator("#readout").innerText();
  assert.match(first, /3/);
  await page.keyboard.press("ArrowRight");
  const second = await page.locator("#readout").innerText();
  assert.notEqual(second, first);
  await page.keyboard.press("End");
  assert.match(await page.locator("#readout").innerText(), /18/);
  await page.keyboard.press("Home");
  assert.equal(await page.locator("#readout").innerText(), first);
  await open.close();
});

test("everything is reached by keys, and the focus is seen", async () => {
  const open = await opened("#1&q=mutants.check+bonus=8+dc=15");
  const { page } = open;
  const reached = new Set();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName));
  }
  for (const wanted of ["games", "house", "question", "field-0-dc", "mode-odds", "copy-link", "copy-csv"]) assert.ok([...reached].some((one) => String(one) === wanted), `${wanted} of ${[...reached]}`);
  await page.locator("#mode-odds").focus();
  await page.keyboard.press("ArrowRight");
  await answered(page);
  assert.equal(await page.locator("[role=tab][aria-selected=true]").innerText(), "Find a difficulty");
  await open.close();
});
