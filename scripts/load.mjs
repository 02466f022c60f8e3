import "../packages/cli/bin/require-node.mjs";
import { prepare } from "./build.mjs";
import { floodRound } from "./load/flood-round.mjs";
import { memoryRound } from "./load/memory-round.mjs";
import { ownProcesses } from "./load/own-processes.mjs";
import { NO_LIMITS, ownPostgres, ownServer } from "./load/own-server.mjs";
import { pollingRound } from "./load/polling-round.mjs";
import { streamRound } from "./load/stream-round.mjs";
import { signInUsers } from "./load/users.mjs";
import { fail, flagsOf, say } from "./workspace.mjs";

/*
 * What the product bears: the polling of open dashboards, live streams, a flood beside a worker, and large
 * answers. It starts the product on a PostgreSQL of its own; both end with it. With --url it drives a
 * running one, by polling alone.
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
  /** The processes that answer the polling, beside one of the exchange and one worker. */
  apis: { type: "string", default: "2" },
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

const polling = {
  connections: Number(values.connections),
  encoding: values.encoding,
  rate: Number(values.rate),
  seconds,
};
if (values.url === undefined) await prepare();
if (wanted.includes("polling")) await onProcesses();
if (wanted.includes("streams") || wanted.includes("memory")) await onServer();
if (wanted.includes("flood")) await floodRound({ accounts: Number(values.accounts), seconds });
process.exit(process.exitCode);

async function onProcesses() {
  if (values.url !== undefined) {
    await pollingRound({ ...polling, urls: [values.url], users: await signedIn(values.url) });
    return;
  }
  const database = await ownPostgres();
  const databaseUrl = await database.newDatabase();
  const processes = await ownProcesses({ databaseUrl, apis: Number(values.apis) });
  try {
    const users = await signedIn(processes.urls[0]);
    await pollingRound({ ...polling, urls: processes.urls, users });
  } finally {
    await processes.stop();
    await database.stop();
  }
}

/** Rounds that watch one process, which is all of the product. */
async function onServer() {
  const database = await ownPostgres();
  const databaseUrl = await database.newDatabase();
  const server = await ownServer({ databaseUrl, env: NO_LIMITS });
  try {
    if (wanted.includes("streams"))
      await streamRound({
        ...{ databaseUrl, query: database.query, server, seconds },
        count: Number(values.streams),
      });
    if (wanted.includes("memory"))
      await memoryRound({ server, users: await signedIn(server.url), seconds });
  } finally {
    await server.stop();
    await database.stop();
  }
}

function signedIn(url) {
  say(`Signing in ${values.users} visitors …`);
  return signInUsers(url, Number(values.users));
}
