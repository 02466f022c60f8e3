import "../packages/cli/bin/require-node.mjs";
import { prepare } from "./build.mjs";
import { inRoot } from "./workspace.mjs";

const PARENT_CHECK_MS = 500;

await prepare();
if (process.env.npm_lifecycle_event !== undefined) endWithParent();

// In this process rather than in a child of it: a signal, an exit code or a kill -9 then reaches
// the product itself, and nothing can be left behind.
process.setSourceMapsEnabled(true);
const main = inRoot("packages/cli/dist/main.js");
process.argv = [process.execPath, main, "serve", ...process.argv.slice(2)];
await import("../packages/cli/dist/main.js");

/** npm runs us in a shell that dies of npm's SIGTERM without passing it on: we would keep the port. */
function endWithParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS);
  check.unref();
}
