// The command that is copied gives the numbers on the screen.
import test from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { COMMAND, opened } from "./open.mjs";

const run = promisify(execFile);
const packed = (text) => deflateRawSync(text).toString("base64url");
const example = (name) => `&rules=${packed(readFileSync(new URL(`../../../examples/rules/${name}.toml`, import.meta.url), "utf8"))}`;
/** 18 million branches at 200: more than the page follows at first, fewer than the command does. */
const WALK = `[[house]]
name   = "walk"
fields = { goal = 200 }
rule   = """
state mine = 0, rival = 0
step
  mine  = mine + d20
  rival = rival + d20
until mine >= $goal
win:  rival < mine
lose: otherwise
"""
ladder  = ["lose", "win"]
success = "win"
`;
const DECIDED = `[[house]]
name = "leap"
rule = """
go    = decide yes, no
total = if go = yes then d8 else d6
ask total
"""
`;

/** Ends what is simulated at its first step, which is shown. */
async function stop(page) {
  await page.locator("#stop").click();
  await page.waitForFunction(() => /Stopped/.test(document.querySelector("#status").innerText));
}

/** Links, with what their commands say, and what is done before they are copied. */
const STATES = [
  ["an exact roll", "#1&q=4d6kh3", "odds 4d6kh3 --exact-only"],
  ["cumulated scores", "#1&q=3d6&view=at-least", "odds 3d6 --exact-only --view at-least"],
  ["a roll against a number, every margin", "#1&q=d20%2B5+vs+15", "odds 'd20+5 vs 15' --exact-only --column margin"],
  ["results without an order, after cumulated scores", "#1&q=d%7Bred,blue%7D&view=at-least", "odds 'd{red,blue}' --exact-only"],
  ["an event of a check", "#1&q=melodrama.toughness+toughness=10+damage=8&of=stunned", "--exact-only --of stunned"],
  ["a label, and at least a number", "#1&q=here:+d20%2B5+vs+15&at-least=3", "--exact-only --column margin --at-least 3"],
  ["a simulation of a seed", "#1&q=torg.adventure&seed=7&trials=3000", "odds torg.adventure --trials 3000 --seed 7"],
  ["a simulation that is stopped", `#1&q=house.walk&rules=${packed(WALK)}`, "odds house.walk --trials 20000 --budget 1000000 --rules - <<'END'", stop],
  ["the same of another seed", `#1&q=house.walk&seed=8&rules=${packed(WALK)}`, "--trials 20000 --seed 8 --budget 1000000", stop],
  ["a sweep", "#1&q=mutants.check+bonus=8+dc=5..25", "odds mutants.check bonus=8 dc=5..25 --exact-only"],
  ["a sweep of dice", "#1&q=d20%2B5+dc=5..15", "odds 'd20+5 dc=5..15' --exact-only"],
  ["a sweep that is exact in part", `#1&q=house.walk+goal=20,200&rules=${packed(WALK)}`, "goal=20,200 --trials 20000 --budget 1000000", stop],
  ["a comparison of dice", "#1&q=2d20kh1&q=d20&view=at-most", "compare 2d20kh1 d20 --exact-only --view at-most"],
  ["a comparison of which one side has no order", "#1&q=d6&q=d%7Bred,blue%7D&view=at-least", "compare d6 'd{red,blue}' --exact-only"],
  ["a comparison that is exact in part", `#1&q=house.walk&q=d20%2B5+vs+15&rules=${packed(WALK)}`, "--trials 20000 --budget 1000000", stop],
  ["a comparison along an advantage", "#1&q=melodrama.opposed&q=mutants.check+dc=15&edge=-10..10", "compare melodrama.opposed 'mutants.check dc=15' --edge=-10..10 --exact-only"],
  ["a comparison at a chance", "#1&q=melodrama.opposed&q=mutants.check&match=0.65", "--match 0.65 --exact-only"],
  ["a difficulty, where the question has one", "#1&q=mutants.check+bonus=8+dc=15&do=dc&target=0.65", "dc mutants.check bonus=8 --target 0.65"],
  ["difficulties along a field of the question", "#1&q=mutants.check+bonus=8+dc=15&do=dc&target=0.29&for=bonus=0..12&never-below=true&view=at-least", "dc mutants.check --target 0.29 --for bonus=0..12 --never-below"],
  ["the difficulty of dice", "#1&q=d20%2B5+vs+15&do=dc&target=0.5", "dc d20+5 --target 0.5"],
  ["a house rule", `#1&q=house.position+dice=3${example("position")}`, "odds house.position dice=3 --exact-only --rules - <<'END'"],
  ["what is best, after cumulated scores", `#1&q=house.push_at_best&do=best&view=at-least${example("push_at_best")}`, "best house.push_at_best --rules -"],
  ["what is best for a mean", `#1&q=house.leap&do=best&rules=${packed(DECIDED)}`, "best house.leap --rules -"],
  ["a duel of a seed", "#1&q=moma.duel+attribute=3+skill=4+rival_attribute=4+rival_skill=3+price=0.05&do=duel&seed=4", "--trials 100000 --seed 4"],
  ["a roll that is played", "#1&q=4d6kh3&do=play&view=at-least", "play 4d6kh3 --seed 1"],
  ["a tale of a seed", "#1&q=melodrama.opposed+active=10+passive=5&do=play&seed=42", "play melodrama.opposed active=10 passive=5 --seed 42"],
  ["a tale of given luck", "#1&q=melodrama.opposed+active=10+passive=5&do=play&luck=card+6,+card+9", "--luck 'card 6, card 9'"],
  ["an AnyDice program", `#1&program=${packed('output [highest 3 of 4d6] named "it\'s $HOME"')}&view=at-least`, "anydice - --view at-least <<'END'"],
];

/** Words with the sign that the page has in place of a minus. */
const plain = (text) => text.replace(/\u2212/g, "-");

/** What stands on the screen. */
function shown(page) {
  return page.evaluate(() => {
    const tables = [...document.querySelectorAll("#numbers table")];
    const text = (place) => document.querySelector(place).innerText;
    return { rows: tables.flatMap((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent))), facts: text("#facts"), tale: `${text("#words")} ${text("#notes")}` };
  });
}

/** The rows of the tables in Markdown. */
function tables(markdown) {
  const lines = markdown.split("\n").filter((line) => line.startsWith("|") && !/^\|[:|-]+$/.test(line));
  return lines.map((line) => line.slice(1, -1).split("|").map((cell) => plain(cell.trim().replace(/\\(.)/g, "$1"))));
}

/** The words of a tale, which the command sets off with blanks and the page with brackets. */
const words = (text) => plain(text).split(/[\s()]+/).filter((word) => word !== "");

/** The facts that no number of an answer is, nor a hundred of one, as they are rounded. */
function unfounded(facts, answer) {
  const all = [];
  const walk = (value) => (typeof value === "number" ? all.push(value, 100 * value) : value && typeof value === "object" && Object.values(value).forEach(walk));
  walk(answer);
  const found = (text) => all.some((number) => Math.abs(number - Number(text)) <= 0.5001 / 10 ** (text.split(".")[1]?.length ?? 0));
  return (facts.match(/(?<=\s)-?\d+(\.\d+)?(?=\s|$)/g) ?? []).filter((text) => !found(text));
}

async function copied(page) {
  await page.getByRole("button", { name: "Command", exact: true }).click();
  await page.waitForFunction(() => /Copied/.test(document.querySelector("#copied").innerText));
  return page.evaluate(() => navigator.clipboard.readText());
}

/** What the command prints in a format, as a shell runs it. */
async function printed(command, format) {
  const script = `oddsmith() { "$COMMAND" "$@" ${format ? `--format ${format}` : ""}; }\n${command}`;
  return (await run("sh", ["-c", script], { env: { ...process.env, COMMAND }, maxBuffer: 1 << 28 })).stdout;
}

for (const [state, link, says, steps] of STATES) {
  test(`the command of ${state}`, async () => {
    const open = await opened(link);
    await steps?.(open.page);
    const here = await shown(open.page);
    const command = await copied(open.page);
    assert.ok(command.startsWith("oddsmith ") && command.includes(says), `${command}\nsays ${says}`);
    if (command.startsWith("oddsmith play")) {
      assert.deepEqual(words(here.tale), words(await printed(command)));
    } else {
      assert.ok(here.rows.length > 0);
      assert.deepEqual(here.rows.map((row) => row.map(plain)), tables(await printed(command, "markdown")));
      assert.deepEqual(unfounded(here.facts, JSON.parse(await printed(command, "json"))), [], here.facts);
    }
    await open.close();
  });
}

test("the command of an AnyDice program with two outputs, of which it prints one after the other", async () => {
  // The line in its comment would end the text of the program.
  const program = '\\\nEND\n\\\noutput [highest 3 of 4d6] named "scores"\noutput 3d6 named "plain"\n';
  const open = await opened(`#1&program=${packed(program)}`);
  const { rows } = await shown(open.page);
  const command = await copied(open.page);
  assert.equal(command, `oddsmith anydice - <<'END_'\n${program}END_`);
  const there = tables(await printed(command, "markdown"));
  const [heading, ...chances] = rows.slice(0, 17);
  assert.deepEqual(heading, ["value", "scores", "plain"]);
  const column = (place) => chances.map((row) => [row[0], row[place]]);
  assert.deepEqual([...column(1), ...column(2)], there.filter(([value]) => value !== "value").map((row) => row.slice(0, 2)));
  await open.close();
});

test("the command is that of the last answer while something else is typed", async () => {
  const open = await opened("#1&q=3d6");
  await open.page.locator("textarea.question").fill("3d6 +");
  await open.page.locator("#error:not([hidden])").waitFor();
  assert.equal(await copied(open.page), "oddsmith odds 3d6 --exact-only");
  await open.close();
});
