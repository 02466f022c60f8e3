import { fail, inRoot, runNode, say, tools } from "./workspace.mjs";

const CHECKS = [
  ["Format and lint", [tools.biome, "check", "."]],
  ["Types of the packages", [tools.tsc, "-b"]],
  ["Types of tools and journeys", [tools.tsc, "-p", inRoot("tools/tsconfig.json")]],
];

/** What reading the sources can find; the first thing found ends the process. */
export async function checkSources() {
  for (const [name, args] of CHECKS) {
    say(`${name} …`);
    const status = await runNode(args);
    if (status !== 0) fail(`${name}: failed.`, status);
  }
}
