import "../packages/cli/bin/require-node.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runNode, tools } from "./workspace.mjs";

// tools/decision-code.ts says of which code; these are the tests that are about it.
const ABOUT_IT = [
  "packages/domain",
  "packages/application/src/use-cases",
  "packages/application/src/simulation",
];

await ensureInstalled();
process.exitCode = await runNode([
  tools.vitest,
  "run",
  "--coverage",
  "--project",
  "packages",
  ...ABOUT_IT,
  ...process.argv.slice(2),
]);
