// The page says the numbers of the command: over the registry, and over every example rule.
import test from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { COMMAND, asked, opened } from "./open.mjs";

const run = promisify(execFile);
const RULES = new URL("../../../examples/rules/", import.meta.url);
const TRIALS = 20_000;
/** The mathematics of two platforms differ at about the twelfth digit. */
const NEAR = 1e-9;

/** The first place where two answers differ; whole numbers and texts, hits and fractions among them, are equal. */
function differs(here, there, place = "") {
  if (typeof here === "number" && typeof there === "number") {
    const same = Number.isInteger(here) && Number.isInteger(there) ? here === there : Math.abs(here - there) <= NEAR * Math.max(1, Math.abs(here));
    return same ? null : `${place}: ${here} and ${there}`;
  }
  if (here === null || there === null || typeof here !== "object" || typeof there !== "object") return here === there ? null : `${place}: ${here} and ${there}`;
  const keys = new Set([...Object.keys(here), ...Object.keys(there)]);
  for (const key of keys) {
    const found = differs(here[key], there[key], `${place}.${key}`);
    if (found) return found;
  }
  return null;
}

/** The words of a question, as a shell takes them. */
function typed(question) {
  return [...question.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** What page and command say of a question, compared. */
async function compared(page, question, rules, file) {
  const budget = 1_000_000;
  const words = ["odds", ...typed(question), "--format", "json", "--trials", String(TRIALS), "--budget", String(budget), ...(file ? ["--rules", file] : [])];
  const [there, here] = await Promise.all([
    run(COMMAND, words, { maxBuffer: 1 << 28 }).then(({ stdout }) => JSON.parse(stdout)),
    asked(page, "ask", { questions: [question], rules, method: "both", trials: TRIALS, budget, want: ["json"] }),
  ]);
  assert.equal(here.error, undefined, question);
  const difference = differs(here.json, there, question);
  assert.equal(difference, null);
  return here.json.cases.length;
}

test("over the registry", async () => {
  const open = await opened();
  const { systems } = await asked(open.page, "list", "");
  const checks = systems.flatMap(({ checks }) => checks).filter(({ duel }) => !duel);
  assert.ok(checks.length >= 47);
  for (const { question } of checks) await compared(open.page, question, "");
  await open.close();
});

test("over every example rule", async () => {
  const open = await opened();
  const files = readdirSync(RULES).filter((name) => name.endsWith(".toml"));
  assert.ok(files.length >= 60);
  for (const name of files) {
    const file = new URL(name, RULES).pathname;
    const rules = readFileSync(file, "utf8");
    const { error, questions = [] } = await asked(open.page, "check", rules);
    assert.equal(error, undefined, name);
    for (const question of questions) await compared(open.page, question, rules, file);
  }
  await open.close();
});
