// What one does on the page, at the width of a desk and of a telephone.
import test from "node:test";
import assert from "node:assert/strict";
import { answered, flow, opened, typed } from "./open.mjs";

const text = (page, place) => page.locator(place).innerText();
const chart = (page) => page.locator("#figure svg:visible");

flow(test, "1: dice have a picture, moments and a table at once", "", async (page) => {
  await typed(page, "3d6");
  // 3d6: mean 10.5, variance 3 * 35/12.
  assert.match(await text(page, "#facts"), /10\.5/);
  assert.match(await text(page, "#facts"), /2\.958/);
  assert.match(await text(page, "#facts"), /10 or 11/);
  assert.equal(await chart(page).count(), 1);
  assert.match(await text(page, "#numbers"), /18\s+0\.46\s+1\/216/);
  await page.getByText("At least", { exact: true }).click();
  await answered(page);
  // 20 of 216 are 16 or more: 6 + 3 + 1 = 10.
  await page.waitForFunction(() => /16\s+4\.63\s+5\/108/.test(document.querySelector("#numbers").innerText));
  await page.getByText("At most", { exact: true }).click();
  await page.waitForFunction(() => /5\s+4\.63\s+5\/108/.test(document.querySelector("#numbers").innerText));
});

flow(test, "1: a program of AnyDice is read as it is", "", async (page) => {
  await typed(page, 'output [highest 3 of 4d6] named "scores"\noutput 3d6 named "plain"');
  await page.waitForFunction(() => /scores[\s\S]*12\.2446[\s\S]*plain[\s\S]*10\.5/.test(document.querySelector("#facts").innerText));
});

flow(test, "2: dice are laid over each other", "#1&q=2d20kh1&q=d20", async (page) => {
  // The higher of two d20: mean 13.825.
  assert.match(await text(page, "#facts"), /2d20kh1\s+mean\s+13\.825/);
  assert.match(await text(page, "#numbers"), /20\s+9\.75\s+5\.00/);
  await page.getByRole("button", { name: "+ Compare" }).click();
  await typed(page, "3d6", 2);
  assert.match(await text(page, "#facts"), /3d6\s+mean\s+10\.5/);
  await page.getByRole("button", { name: "Remove question 3" }).click();
  await answered(page);
  assert.equal(await page.locator("textarea.question").count(), 2);
});

flow(test, "2: checks are compared along an advantage", "#1&q=melodrama.opposed+active=10+passive=5&q=mutants.check+bonus=8+dc=15", async (page) => {
  await page.getByRole("button", { name: "Along an advantage" }).click();
  await page.waitForFunction(() => /advantage/.test(document.querySelector("#numbers").innerText));
  assert.match(await text(page, "#numbers"), /difference/);
  assert.match(await chart(page).innerHTML(), /points/);
  await page.getByRole("button", { name: "Along an advantage" }).click();
  await page.waitForFunction(() => !/advantage\n/.test(document.querySelector("#numbers").innerText));
});

flow(test, "3: a check of a game is a form, and sweeps along its fields", "", async (page) => {
  await page.getByRole("button", { name: /^Games/ }).click();
  await page.getByRole("searchbox").fill("toughness save");
  await page.getByRole("button", { name: /melodrama\.toughness/ }).first().click();
  await page.waitForFunction(() => document.querySelector("textarea.question").value.startsWith("melodrama.toughness"));
  await answered(page);
  const damage = page.getByLabel("damage", { exact: true });
  await damage.focus();
  const before = await text(page, "#facts");
  await damage.press("ArrowRight");
  await page.waitForFunction((before) => document.querySelector("#facts").innerText !== before, before);
  const toughness = page.getByLabel("toughness", { exact: true });
  await toughness.focus();
  await toughness.press("ArrowRight");
  await toughness.press("ArrowRight");
  await page.getByRole("button", { name: "Draw along damage" }).click();
  await page.waitForFunction(() => /damage\s+unconscious/.test(document.querySelector("#numbers").innerText));
  // Toughness 10 against a blow of 10, worked out by hand: 53.6 of a hundred save.
  assert.match(await text(page, "#numbers"), /10\s+4\.7\s+17\.8\s+23\.9\s+31\.1\s+22\.5\s+53\.6/);
  assert.match(page.url(), /damage=\d/);
});

flow(test, "4: a house rule has sliders, and its errors are underlined", "", async (page) => {
  await page.getByRole("button", { name: "House rule" }).click();
  await page.locator(".cm-content").waitFor();
  await page.getByLabel("Start from").selectOption("position");
  await page.waitForFunction(() => document.querySelector("textarea.question").value === "house.position");
  await answered(page);
  // Two dice in the dark: a six on either is 11/36, two sixes 1/36.
  await page.waitForFunction(() => /critical\s+2\.78\s+1\/36/.test(document.querySelector("#numbers").innerText));
  const dice = page.getByLabel("dice", { exact: true });
  await dice.focus();
  await dice.press("ArrowRight");
  await page.waitForFunction(() => /critical\s+7\.41\s+2\/27/.test(document.querySelector("#numbers").innerText));
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n[[house]]\nname = \"worse\"\nrule = \"hits = cuont(3d6, 6)\"\n");
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.locator("#error:not([hidden])").waitFor();
  assert.match(await text(page, "#error"), /count/);
});

flow(test, "5: what is too large is simulated with its interval, and can be stopped", "", async (page) => {
  const rule = '[[house]]\nname = "long"\nfields = { until = 1000 }\nrule = """\nstate total = 0, left = 0, right = 0\nstep\n  a = d20\n  b = d12\n  c = d10\n  total = total + a\n  left = left + b\n  right = right + c\nuntil total >= $until\notherwise: left * 40 + right\n"""\n';
  await page.evaluate(async (rule) => {
    const packed = new Blob([rule]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    location.hash = "#1&q=house.long&rules=" + letters;
  }, rule);
  await page.locator("#stop").waitFor({ timeout: 30_000 });
  await page.locator("#stop").click();
  await page.waitForFunction(() => /Stopped/.test(document.querySelector("#status").innerText));
  await typed(page, "3d6");
  await page.waitForFunction(() => /10\.5/.test(document.querySelector("#facts").innerText));
});

flow(test, "6: link, Markdown, BBCode, CSV, pictures and the command are taken along", "#1&q=d20%2B5+vs+15", async (page) => {
  const copied = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForFunction(() => /opied/.test(document.querySelector("#copied").innerText));
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => (document.querySelector("#copied").textContent = ""));
    return text;
  };
  assert.equal((await copied("Copy link")).split("#")[1], "1&q=d20%2B5+vs+15");
  assert.match(await copied("Markdown"), /55\.00 % = 11\/20/);
  assert.match(await copied("BBCode"), /\[b\]success/);
  assert.match(await copied("CSV"), /^scenario,/);
  assert.equal(await copied("Command"), "oddsmith odds 'd20+5 vs 15' --exact-only --column margin");
  for (const kind of ["PNG", "SVG"]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: kind, exact: true }).click()]);
    assert.equal(file.suggestedFilename(), `odds.${kind.toLowerCase()}`);
    const [first] = await Array.fromAsync?.(await file.createReadStream()) ?? [];
    if (first) assert.ok(kind === "SVG" ? first.toString().startsWith("<svg") : first.subarray(1, 4).toString() === "PNG");
  }
});

flow(test, "7: the difficulty of a chance", "#1&q=mutants.check+bonus=8+dc=15", async (page) => {
  await page.getByRole("tab", { name: "Find a difficulty" }).click();
  // d20 + 8 reaches 16 with an 8 or more: 13 of 20.
  await page.waitForFunction(() => /16\s+65\.0/.test(document.querySelector("#numbers").innerText));
  await page.getByLabel("A row for each").selectOption({ label: "bonus" });
  await page.waitForFunction(() => /0\s+8\s+65\.0/.test(document.querySelector("#numbers").innerText));
  assert.match(page.url(), /do=dc/);
});

flow(test, "7: what is best, a duel, one resolution", "", async (page) => {
  await page.getByRole("button", { name: /^Games/ }).click();
  await page.getByRole("searchbox").fill("push at best");
  await page.getByRole("dialog").getByRole("button", { name: /push at best/ }).click();
  await page.getByRole("tab", { name: "Best choice" }).click();
  await page.waitForFunction(() => /loses/.test(document.querySelector("#numbers").innerText));
  await page.evaluate(() => (location.hash = "#1&q=moma.duel+attribute=3+skill=2+rival_attribute=3+rival_skill=2&do=duel"));
  await page.waitForFunction(() => /bid/.test(document.querySelector("#numbers").innerText));
  await page.evaluate(() => (location.hash = "#1&q=melodrama.opposed+active=10+passive=5&do=play&seed=1"));
  await page.waitForFunction(() => /against/.test(document.querySelector("#words").innerText));
  const before = await text(page, "#words");
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForFunction((before) => document.querySelector("#notes").innerText !== "" && document.querySelector("#words").innerText !== before, before).catch(() => {});
  assert.match(page.url(), /seed=\d+/);
});

test("a field that is wrong says so, and the last answer stays", async () => {
  const open = await opened("#1&q=d20%2B5+vs+15");
  await open.page.locator("textarea.question").fill("mutants.chek");
  await open.page.locator("#error:not([hidden])").waitFor();
  assert.match(await text(open.page, "#error"), /mutants\.check/);
  assert.match(await text(open.page, "#facts"), /55\.00 %/);
  await open.close();
});
