import "../packages/cli/bin/require-node.mjs";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { runNode, tools } from "./workspace.mjs";

/*
 * Lets every call of one trade fail in turn, before it is done and after, at every broker and on every
 * database: what `npm test` takes a sample of. docs/testing.md
 */
readCommand({
  name: "failing-calls",
  says: "Lets every call of one trade fail in turn, at every broker and on every database.",
});
await prepare();
const file = "packages/cli/src/every-call-fails.test.ts";
process.exitCode = await runNode(
  [tools.vitest, "run", "--project", "packages", "--reporter", "verbose", file],
  { env: { ...process.env, FAILING_CALLS: "all" } },
);
