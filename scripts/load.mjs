import "../packages/cli/bin/require-node.mjs";
import { prepare } from "./build.mjs";
import { drive } from "./load/drive.mjs";
import { floodRound } from "./load/flood-round.mjs";
import { memoryRound } from "./load/memory-round.mjs";
import { NO_LIMITS, ownPostgres, ownServer } from "./load/own-server.mjs";
import { quantileText } from "./load/quantiles.mjs";
import { streamRound } from "./load/stream-round.mjs";
import { signInUsers } from "./load/users.mjs";
import { fail, flagsOf, say } from "./workspace.mjs";

/*
 * What the server bears: the polling of open dashboards, live streams, a flood beside a worker, and large
 * answers. It starts a server of its own on a PostgreSQL of its own; both end with it. With --url it
 * drives a running one, by polling alone.
 */
const values = flagsOf({
  url: { type: "string" },
  /** Which rounds: polling, streams, memory, flood. All where it is left out. */
  only: { type: "string" },
  users: { type: "string", default: "20" },
  connections: { type: "string", default: "64" },
  seconds: { type: "string", default: "20" },
  /** What the dashboards take answers packed by, as browsers do: gzip. */
  encoding: { type: "string", default: "identity" },
  /** Requests a second of the second round; the first asks as fast as it is answered. */
  rate: { type: "string", default: "3000" },
  streams: { type: "string", default: "2000" },
  /** Of the worker beside the flood. */
  accounts: { type: "string", default: "200" },
});
const seconds = Number(values.seconds);
const rounds = ["polling", "streams", "memory", "flood"];
const wanted = values.only?.split(",") ?? (values.url === undefined ? rounds : ["polling"]);
const unknown = wanted.filter((round) => !rounds.includes(round));
if (0 < unknown.length) fail(`--only takes some of ${rounds.join(", ")}; not ${unknown.join()}.`);
if (values.url !== undefined && wanted.some((round) => round !== "polling"))
  fail("--url goes with --only polling: the other rounds need a server of their own.");

if (values.url === undefined) await prepare();
if (wanted.some((round) => round !== "flood")) await onServer();
if (wanted.includes("flood")) await floodRound({ accounts: Number(values.accounts), seconds });
process.exit(process.exitCode);

async function onServer() {
  const database = values.url === undefined ? await ownPostgres() : undefined;
  const databaseUrl = await database?.newDatabase();
  const server = database
    ? await ownServer({ databaseUrl, env: NO_LIMITS })
    : { url: values.url, stop: async () => {} };
  try {
    if (wanted.includes("streams"))
      await streamRound({
        ...{ databaseUrl, query: database.query, server, seconds },
        count: Number(values.streams),
      });
    if (!wanted.includes("polling") && !wanted.includes("memory")) return;
    say(`Signing in ${values.users} visitors …`);
    const users = await signInUsers(server.url, Number(values.users));
    if (wanted.includes("polling")) await pollingRound(server, users);
    if (wanted.includes("memory")) await memoryRound({ server, users, seconds });
  } finally {
    await server.stop();
    await database?.stop();
  }
}

async function pollingRound({ url }, users) {
  const connections = Number(values.connections);
  const options = { url, users, connections, encoding: values.encoding };
  await drive({ ...options, seconds: 3 });
  say("\nAs fast as it is answered:");
  print(await drive({ ...options, seconds }));
  say(`At ${values.rate} requests/s:`);
  print(await drive({ ...options, rate: Number(values.rate), seconds }));
}

function print({ requests, seconds: took, errors, calls, ...times }) {
  say(`${Math.round(requests / took)} requests/s over ${took.toFixed(1)} s, ${errors} errors`);
  say(quantileText(times));
  for (const { name, count, p50, p99 } of calls)
    say(
      `  ${name.padEnd(38)} ${String(count).padStart(7)}  ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
    );
  if (0 < errors) process.exitCode = 1;
}
