import "../packages/cli/bin/require-node.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { fail, inRoot, runNode, say, tools } from "./workspace.mjs";

await ensureInstalled();

const STEPS = [
  ["Format and lint", [tools.biome, "check", "."]],
  ["Types of the packages", [tools.tsc, "-b"]],
  ["Types of tools and journeys", [tools.tsc, "-p", inRoot("tools/tsconfig.json")]],
  ["Tests", [inRoot("scripts/test.mjs")]],
];

for (const [name, args] of STEPS) {
  say(`${name} …`);
  const status = await runNode(args);
  if (status !== 0) fail(`${name}: failed.`, status);
}
