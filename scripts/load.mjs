import "../packages/cli/bin/require-node.mjs";
import { prepare } from "./build.mjs";
import { floodRound } from "./load/flood-round.mjs";
import { memoryRound } from "./load/memory-round.mjs";
import { ownProcesses } from "./load/own-processes.mjs";
import { NO_LIMITS, ownPostgres, ownServer } from "./load/own-server.mjs";
import { pollingRound } from "./load/polling-round.mjs";
import { streamRound } from "./load/stream-round.mjs";
import { signInUsers } from "./load/users.mjs";
import { readCommand } from "./read-command.mjs";
import { fail, say } from "./workspace.mjs";

/*
 * What the product bears: the polling of open dashboards, live streams, a flood beside a worker, and large
 * answers. It starts the product on a PostgreSQL of its own; both end with it. With --url it drives a
 * running one, by polling alone.
 */
const rounds = ["polling", "streams", "memory", "flood"];
const values = readCommand({
  name: "load",
  says: "What the product bears, on a PostgreSQL of its own.",
  flags: {
    url: { takes: "URL", says: "drives a product that runs there, by polling alone" },
    only: { takes: "ROUNDS", says: `some of ${rounds.join(",")}; all by default` },
    users: { takes: "N", preset: 20, says: "visitors who sign in" },
    connections: { takes: "N", preset: 64, says: "connections that poll" },
    seconds: { takes: "N", preset: 20, says: "how long each round lasts" },
    encoding: {
      takes: "NAME",
      preset: "identity",
      says: "how dashboards take answers packed; browsers: gzip",
    },
    rate: { takes: "N", preset: 3_000, says: "requests a second of the polling's second round" },
    apis: { takes: "N", preset: 2, says: "processes that answer the polling" },
    streams: { takes: "N", preset: 2_000, says: "live streams at once" },
    accounts: { takes: "N", preset: 200, says: "accounts of the worker beside the flood" },
  },
});
const { seconds } = values;
const wanted = values.only?.split(",") ?? (values.url === undefined ? rounds : ["polling"]);
const unknown = wanted.filter((round) => !rounds.includes(round));
if (0 < unknown.length)
  fail(`--only takes some of ${rounds.join(", ")}; not ${unknown.join()}.`, 2);
if (values.url !== undefined && wanted.some((round) => round !== "polling"))
  fail("--url goes with --only polling: the other rounds need a server of their own.", 2);

const polling = {
  connections: values.connections,
  encoding: values.encoding,
  rate: values.rate,
  seconds,
};
if (values.url === undefined) await prepare();
if (wanted.includes("polling")) await onProcesses();
if (wanted.includes("streams") || wanted.includes("memory")) await onServer();
if (wanted.includes("flood")) await floodRound({ accounts: values.accounts, seconds });
process.exit(process.exitCode);

async function onProcesses() {
  if (values.url !== undefined) {
    await pollingRound({ ...polling, urls: [values.url], users: await signedIn(values.url) });
    return;
  }
  const database = await ownPostgres();
  const databaseUrl = await database.newDatabase();
  const processes = await ownProcesses({ databaseUrl, apis: values.apis });
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
        count: values.streams,
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
  return signInUsers(url, values.users);
}
