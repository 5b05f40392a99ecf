// Bundles the page into `made/`: the page itself, its worker, and the editor, which is loaded when it opens.
import { rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("made", { recursive: true, force: true });
await build({
  entryPoints: ["src/app.ts", "src/worker.ts", "src/editor.ts", "src/page.css"],
  outdir: "made",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  external: ["./editor.js", "*.woff2"],
  legalComments: "none",
  logLevel: "warning",
});
