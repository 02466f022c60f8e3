import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { inRoot, say } from "../workspace.mjs";
import { openConnection, requestText } from "./connection.mjs";
import { ownPostgres, ownServer } from "./own-server.mjs";

/** The limits the product starts with: 1,000 requests of an address within ten seconds. */
const LIMIT_PER_SECOND = 100;
const TIMES_OVER = 10;
const CONNECTIONS = 16;
const ROUNDS = 6;
/** As `CPUWeight=20` of deploy/systemd: a fifth of the time of a process that nobody set. */
const API_NICENESS = 7;

/**
 * A worker beside an API on one PostgreSQL. By turns the API is left alone and flooded ten times over
 * its limits; the worker's latencies in both kinds of turns are compared within this one run.
 */
export async function floodRound({ accounts, seconds }) {
  const database = await ownPostgres({ isDurable: true });
  const databaseUrl = await database.newDatabase();
  const exchange = await ownServer({
    databaseUrl,
    env: {},
    command: ["exchange", "--port", "0", "--requests-per-minute", "100000"],
  });
  const server = await ownServer({
    databaseUrl,
    env: { EXCHANGE_URL: exchange.url, CREDENTIALS_KEY: randomBytes(32).toString("base64") },
    command: ["api"],
    niceness: API_NICENESS,
  });
  const load = {
    ...{
      databaseUrl: await database.newDatabase(),
      accounts,
      ticksPerSecond: 85,
      stepASecond: 0.0015,
    },
    ...{ warmUpSeconds: 15, seconds, rounds: ROUNDS },
  };
  const worker = spawn(
    process.execPath,
    [
      "--max-semi-space-size=64",
      inRoot("packages/cli/dist/testing/worker-load/worker-load-process.js"),
      JSON.stringify(load),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const statuses = new Map();
  let floodedMs = 0;
  let flood;
  const measured = [];
  for await (const line of createInterface({ input: worker.stdout })) {
    const said = JSON.parse(line);
    if (said.round === undefined) break;
    if (said.measured !== undefined)
      measured.push({ isFlooded: said.round % 2 === 1, ...said.measured });
    if (said.begins && said.round % 2 === 1) flood = openFlood(server.url, statuses);
    if (said.measured !== undefined) {
      floodedMs += (await flood?.stop()) ?? 0;
      flood = undefined;
    }
  }
  await once(worker, "close");
  await server.stop();
  await exchange.stop();
  await database.stop();
  const of = (isFlooded) => measured.filter((each) => each.isFlooded === isFlooded);
  const rows = [
    ["tick → decision", "decided"],
    ["tick → intent committed", "committed"],
  ].map(([name, key]) => {
    const [alone, flooded] = [middleOf(of(false), key), middleOf(of(true), key)];
    return `  ${name.padEnd(26)} p99 ${alone.toFixed(1)} ms alone, ${flooded.toFixed(1)} ms under the flood: ${(flooded / alone).toFixed(2)} ×`;
  });
  const asked = [...statuses.values()].reduce((sum, each) => sum + each, 0);
  say(
    `\nA worker with ${accounts} accounts beside an API that was to be asked ${LIMIT_PER_SECOND * TIMES_OVER} times a second and was ${Math.round(asked / (floodedMs / 1_000))} times (${[...statuses].map(([status, n]) => `${n} × ${status}`).join(", ")})`,
  );
  for (const row of rows) say(row);
}

const middleOf = (measured, key) =>
  measured.map((each) => each[key].p99).sort((left, right) => left - right)[
    Math.floor(measured.length / 2)
  ] ?? Number.NaN;

function openFlood(url, statuses) {
  let isOver = false;
  const start = performance.now();
  let asked = 0;
  const lane = async () => {
    const connection = openConnection(url);
    while (!isOver) {
      const due = start + (asked / (LIMIT_PER_SECOND * TIMES_OVER)) * 1_000;
      asked += 1;
      await pause(Math.max(0, due - performance.now()));
      const path = "/api/market/quote/AAPL";
      const status = await connection.ask(
        requestText({ method: "GET", path, cookie: "", encoding: "identity" }),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    connection.close();
  };
  const lanes = Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return {
    async stop() {
      isOver = true;
      const tookMs = performance.now() - start;
      await lanes;
      return tookMs;
    },
  };
}
