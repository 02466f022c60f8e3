import "../packages/cli/bin/require-node.mjs";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "./build.mjs";
import { drive } from "./load/drive.mjs";
import { signInUsers } from "./load/users.mjs";
import { fail, flagsOf, inRoot, say } from "./workspace.mjs";

/*
 * Drives the polling of open dashboards against a running server and prints what it takes.
 * Without --url it starts a server of its own on a PostgreSQL of its own; both end with it.
 */
const values = flagsOf({
  url: { type: "string" },
  users: { type: "string", default: "20" },
  connections: { type: "string", default: "64" },
  seconds: { type: "string", default: "20" },
  /** What the dashboards take answers packed by, as browsers do: gzip. */
  encoding: { type: "string", default: "identity" },
  /** Requests a second of the second round; the first asks as fast as it is answered. */
  rate: { type: "string", default: "1500" },
});

const server = values.url === undefined ? await ownServer() : { url: values.url, stop: () => {} };
try {
  say(`Signing in ${values.users} visitors …`);
  const users = await signInUsers(server.url, Number(values.users));
  const options = {
    url: server.url,
    users,
    connections: Number(values.connections),
    encoding: values.encoding,
  };
  const seconds = Number(values.seconds);
  await drive({ ...options, seconds: 3 });
  say("As fast as it is answered:");
  print(await drive({ ...options, seconds }));
  say(`At ${values.rate} requests/s:`);
  print(await drive({ ...options, rate: Number(values.rate), seconds }));
} finally {
  await server.stop();
}
process.exit(process.exitCode);

async function ownServer() {
  await prepare();
  const postgres = await import(
    inRoot("packages/adapters-persistence/dist/testing/temporary-postgres.js")
  );
  if (!postgres.canTestOnPostgres()) fail("Install PostgreSQL, or name a server with --url.");
  const database = await postgres.startTestPostgres();
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-load-"));
  const main = inRoot("packages/cli/dist/main.js");
  // Under Node as `npm start` runs it.
  const product = spawn(process.execPath, ["--max-semi-space-size=64", main, "serve"], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: await database.newDatabase(),
      RATE_LIMIT_ADDRESS: "100000000",
      RATE_LIMIT_USER: "100000000",
      RATE_LIMIT_DEMO: "100000000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => product.once("close", resolve));
    product.kill("SIGTERM");
    await ended;
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: await addressOf(product), stop };
}

function addressOf(product) {
  return new Promise((resolve, reject) => {
    let said = "";
    product.stdout.on("data", (chunk) => {
      said += chunk;
      const address = /http:\/\/[\w.:[\]]+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    product.once("close", () => reject(new Error(`The server ended: ${said}`)));
  });
}

function print({ requests, seconds, errors, p50, p90, p99, slowest, calls }) {
  const rate = Math.round(requests / seconds);
  say(`${rate} requests/s over ${seconds.toFixed(1)} s, ${errors} errors`);
  say(`p50 ${p50.toFixed(1)} ms   p90 ${p90.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`);
  say(`slowest ${slowest.toFixed(1)} ms`);
  for (const { name, count, p50: half, p99: most } of calls)
    say(
      `  ${name.padEnd(38)} ${String(count).padStart(7)}  ${half.toFixed(1)} / ${most.toFixed(1)} ms`,
    );
  if (0 < errors) process.exitCode = 1;
}
