import "../packages/cli/bin/require-node.mjs";
import { parseArgs } from "node:util";
import { prepare } from "./build.mjs";
import { fail, runNode, say, tools } from "./workspace.mjs";

/*
 * Lets every call of one trade fail in turn, before it is done and after, at every broker and on every
 * database: what `npm test` takes a sample of. docs/testing.md
 */
try {
  parseArgs({ options: {} });
} catch (error) {
  say("npm run failing-calls");
  fail(error.message, 2);
}
await prepare();
const file = "packages/cli/src/every-call-fails.test.ts";
process.exitCode = await runNode(
  [tools.vitest, "run", "--project", "packages", "--reporter", "verbose", file],
  { env: { ...process.env, FAILING_CALLS: "all" } },
);
