// No state of the page scrolls sideways on a phone.
import test from "node:test";
import { deflateRawSync } from "node:zlib";
import { answered, fits, opened, typed } from "./open.mjs";

const LONG = "a_name_that_has_no_end_and_no_place_to_be_broken_at";
const RULE = `title = "${LONG}"

[[house]]
name   = "${LONG}"
fields = { ${LONG}_field = 3 }
rule   = """
${LONG}_choice = decide ${LONG}_yes, ${LONG}_no
${LONG}_total = (if ${LONG}_choice = ${LONG}_yes then d6 else d8) + $${LONG}_field
ask ${LONG}_total
"""
`;
const LONG_RULE = `&rules=${deflateRawSync(RULE).toString("base64url")}`;
const LONG_DICE = Array(8).fill("4d6kh3").join("%2B");

const STATES = [
  ["a roll", "#1&q=4d6kh3"],
  ["cumulated scores", "#1&q=3d6&view=at-least"],
  ["a long roll", `#1&q=${LONG_DICE}`],
  ["a check with all its sliders", "#1&q=mutants.check+bonus=8+dc=15", (page) => page.locator("button.more").tap()],
  ["a wide table", "#1&q=melodrama.toughness+toughness=10+damage=0..20"],
  ["a sweep of two fields", "#1&q=mutants.check+bonus=0..12+dc=5..25"],
  ["a comparison of dice", `#1&q=2d20kh1&q=d20&q=${LONG_DICE}`],
  ["a comparison along an advantage", "#1&q=melodrama.opposed&q=mutants.check+dc=15&edge=-20..20"],
  ["a difficulty", "#1&q=mutants.check+bonus=8&do=dc&target=0.65&for=bonus=0..12"],
  ["a duel", "#1&q=moma.duel+attribute=3+skill=2+rival_attribute=3+rival_skill=2&do=duel"],
  ["a tale", "#1&q=melodrama.opposed+active=10+passive=5&do=play&luck=card+6,+card+9"],
  ["a simulation", "#1&q=torg.adventure&seed=7&trials=2000"],
  ["a house rule", `#1&q=house.${LONG}${LONG_RULE}`, (page) => page.locator(".cm-content").waitFor()],
  ["house rules compared", `#1&q=house.${LONG}&q=house.${LONG}+decide.${LONG}_choice=${LONG}_no${LONG_RULE}`],
  ["what is best", `#1&q=house.${LONG}&do=best${LONG_RULE}`],
  ["an AnyDice program", "#1&q=d6", (page) => typed(page, `output 3d6 named "${LONG}"\noutput 4d6 named "${LONG}2"`)],
  ["a value that is read", "#1&q=3d6", (page) => page.locator("#figure svg:visible [tabindex='0']").focus()],
  ["a command that is copied", `#1&q=${LONG_DICE}`, async (page) => {
    await page.getByRole("button", { name: "Command", exact: true }).tap();
    await page.waitForFunction(() => /Copied/.test(document.querySelector("#copied").innerText));
  }],
  ["the menu of games", "#1&q=d8", async (page) => {
    await page.getByRole("button", { name: /^Games/ }).tap();
    await page.getByRole("dialog").getByRole("heading").first().waitFor();
  }],
  ["an error", "#1&q=d10", async (page) => {
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
    await page.locator("textarea.question").fill(`mutants.${LONG}`);
    await page.locator("#error:not([hidden])").waitFor();
  }],
  ["a link that is damaged", "#1&q=house.x&rules=AAAA", (page) => page.locator("#error:not([hidden])").waitFor()],
];

for (const [width, dark] of [[320, false], [360, true], [390, false], [414, true]]) {
  test(`nothing scrolls sideways at ${width} pixels`, async () => {
    const open = await opened("#1&q=d12", { width, dark });
    const { page } = open;
    for (const [state, link, steps] of STATES) {
      await page.evaluate((link) => {
        document.body.classList.add("busy");
        location.hash = link;
      }, link);
      if (!link.includes("AAAA")) await answered(page);
      await steps?.(page);
      await fits(page, state);
    }
    await open.close();
  });
}
