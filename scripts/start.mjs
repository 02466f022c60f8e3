import "../packages/cli/bin/require-node.mjs";
import { spawn } from "node:child_process";
import { FOR_START, isPrepared, prepare } from "./build.mjs";
import { inRoot, onStderr, root, whenOrphaned } from "./workspace.mjs";

await prepare(FOR_START);
// npm runs us in a shell that dies of npm's SIGTERM without passing it on: we would keep the port.
if (process.env.npm_lifecycle_event !== undefined)
  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
buildBehind();

// In this process rather than in a child of it: a signal, an exit code or a kill -9 then reaches
// the product itself, and nothing can be left behind.
process.setSourceMapsEnabled(true);
const main = inRoot("packages/cli/dist/main.js");
process.argv = [process.execPath, main, "serve", ...process.argv.slice(2)];
await import("../packages/cli/dist/main.js");

/** What the first page does not need is built beside the running product, which takes it as it comes. */
function buildBehind() {
  if (isPrepared()) return;
  const builder = spawn(process.execPath, [inRoot("scripts/build-behind.mjs")], {
    cwd: root,
    stdio: onStderr,
  });
  builder.unref();
  process.once("exit", () => builder.kill());
}
