import "../packages/cli/bin/require-node.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { prepare } from "./build.mjs";
import { NO_PAGES } from "./no-pages.mjs";
import { readCommand } from "./read-command.mjs";
import { inRoot, root, say, tools } from "./workspace.mjs";

const port = Number(process.env.PORT ?? 4000);

readCommand({
  name: "dev",
  says: "Serves everything at PORT, and the pages as they are edited at PORT + 1; rebuilds and restarts.",
});
await prepare();

const children = [
  start("compiler", [tools.tsc, "-b", "--watch", "--preserveWatchOutput"]),
  start("server", [
    "--watch",
    "--watch-preserve-output",
    "--enable-source-maps",
    inRoot("packages/cli/dist/main.js"),
    "serve",
  ]),
];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void stop(0));

await serveSources();

/** The pages from their sources, changed in place as they are edited; what is no page goes to the server. */
async function serveSources() {
  const { createServer } = await import("vite");
  const pages = await createServer({
    root: inRoot("packages/web"),
    server: {
      port: port + 1,
      strictPort: true,
      proxy: { [NO_PAGES]: { target: `http://127.0.0.1:${port}` } },
    },
  });
  await pages.listen();
  say(`Pages as you edit them: http://localhost:${port + 1} (server: http://localhost:${port})`);
}

function start(name, args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    // A group of its own, so that Ctrl-C reaches it once, from us, and not twice.
    detached: process.platform !== "win32",
  });
  child.once("exit", (code) => {
    say(`The ${name} ended; stopping everything.`);
    void stop(code ?? 0);
  });
  return child;
}

/** Ends when every child has: the server needs a moment to close its database. */
async function stop(code) {
  for (const child of children) child.removeAllListeners("exit");
  await Promise.all(children.map(end));
  process.exit(code);
}

async function end(child) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  // The compiler's launcher dies without ending the compiler: so the rest of its group as well.
  if (process.platform === "win32") return;
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
