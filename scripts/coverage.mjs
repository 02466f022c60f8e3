import "../packages/cli/bin/require-node.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { asksForHelp, tellUsage } from "./read-command.mjs";
import { runNode, tools } from "./workspace.mjs";

// tools/decision-code.ts says of which code; these are the tests that are about it.
const ABOUT_IT = [
  "packages/domain",
  "packages/application/src/trading",
  "packages/application/src/brokers",
  "packages/application/src/people",
  "packages/application/src/views",
  "packages/application/src/exchange",
  "packages/application/src/testing/world",
  "packages/application/src/broker-kit",
];

const flags = process.argv.slice(2);
if (asksForHelp(flags))
  tellUsage(
    "npm run coverage -- [flags]\nRuns the tests about orders, risk and decisions, and fails where a branch of that code is left out; flags are vitest's.",
  );
await ensureInstalled();
process.exitCode = await runNode([
  tools.vitest,
  "run",
  "--coverage",
  "--project",
  "sharing",
  "--project",
  "packages",
  ...ABOUT_IT,
  ...flags,
]);
