import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startTestPostgres } from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { atOnce } from "@sevenfold/application/trading/prices/at-once";
import { LEASE_MS } from "@sevenfold/application/trading/session/attach-account";
import { type RunningProcess, startProcess } from "./running-process.ts";

const SIGN_INS_AT_ONCE = 4;
/** Many times what it should take: then it is stuck. */
const READY_WITHIN_MS = 180_000;
const MANY = "1000000";

export interface RestartTimes {
  /** Begun in the moment its predecessor was killed, whose leases still stand. */
  readonly atOnceMs: number;
  /** Begun when those leases had run out. */
  readonly withoutLeasesMs: number;
}

/**
 * How long a worker that was killed takes from its start until all its accounts are reconciled: on a
 * PostgreSQL server and the built-in exchange, each account with a month of fills, some positions and
 * an order that rests.
 */
export async function timeRestarts(accounts: number): Promise<RestartTimes> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-restart-"));
  const postgres = await startTestPostgres();
  const running = new Set<RunningProcess>();
  const start: typeof startProcess = (command, env) => {
    const begun = startProcess(command, env);
    running.add(begun);
    return begun;
  };
  try {
    const exchange = start(
      ["exchange", "--port", "0", "--requests-per-minute", MANY, "--journal", join(folder, "j")],
      {},
    );
    const common = {
      DATABASE_URL: await postgres.newDatabase(),
      EXCHANGE_URL: await exchange.address(),
      CREDENTIALS_KEY: randomBytes(32).toString("base64"),
      DATA_DIR: folder,
      LOG_LEVEL: "info",
      ORDERS_PER_MINUTE_MAX: MANY,
      RATE_LIMIT_ADDRESS: MANY,
      RATE_LIMIT_DEMO: MANY,
      DEMO_ACCOUNTS_MAX: String(accounts),
    };
    const api = start(["api"], { ...common, PORT: "0" });
    await openAccounts(await api.address(), accounts);
    await api.kill();
    const worker = () => start(["worker"], { ...common, DATA_DIR: join(folder, "worker") });

    const first = worker();
    await reconciledAfterMs(first, accounts);
    await first.kill();
    const second = worker();
    const atOnceMs = await reconciledAfterMs(second, accounts);
    await second.kill();
    await pause(LEASE_MS + 1_000);
    return { atOnceMs, withoutLeasesMs: await reconciledAfterMs(worker(), accounts) };
  } finally {
    for (const process of running) await process.kill();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Visitors, each with an account of their own and an order far below the market. */
async function openAccounts(url: string, count: number): Promise<void> {
  const headers = {
    "content-type": "application/json",
    origin: url,
    "sec-fetch-site": "same-origin",
    "x-requested-with": "sevenfold",
  };
  const post = async (path: string, body: object, cookie = "") => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  await atOnce(
    Array.from({ length: count }, () => undefined),
    SIGN_INS_AT_ONCE,
    async () => {
      const visitor = await post("/api/demo-login", {});
      const cookies = visitor.headers.getSetCookie().map((line) => line.split(";")[0]);
      const resting = { side: "buy", orderType: "limit", quantity: 1, limitPrice: 1 };
      await post("/api/orders", { ...resting, symbol: "AAPL" }, cookies.join("; "));
    },
  );
}

/** From its beginning to the last account that its log tells of. */
function reconciledAfterMs(worker: RunningProcess, accounts: number): Promise<number> {
  const late = AbortSignal.timeout(READY_WITHIN_MS);
  const reconciled = new Set<unknown>();
  return new Promise((resolve, reject) => {
    const deafen = worker.hear((line) => {
      if (!line.includes("account-reconciled")) return;
      reconciled.add(JSON.parse(line).accountId);
      if (reconciled.size < accounts) return;
      deafen();
      resolve(performance.now() - worker.begunMs);
    });
    late.addEventListener("abort", () =>
      reject(new Error(`${reconciled.size} of ${accounts} accounts are reconciled`)),
    );
  });
}
