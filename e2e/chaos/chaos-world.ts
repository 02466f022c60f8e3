import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestNats, type TestNats } from "@sevenfold/adapters-nats/testing/temporary-nats";
import {
  query,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { expect, vi } from "vitest";
import { openBothBooks } from "../kill-matrix/books.ts";
import { type PaperExchange, startPaperExchange } from "../kill-matrix/paper-exchange.ts";
import { placed, signUpTrader, type Trader } from "../kill-matrix/trader.ts";
import { type ProductOptions, type RunningProduct, startProduct } from "../running-product.ts";

/** Longer than any lease, and than a busy machine takes to notice. */
export const PATIENCE = { timeout: 300_000, interval: 250 };
const NO_MORE_ORDERS_THAN = 500;
/** Watches closely, buys little and soon, so that something is always under way. */
const RULES = {
  buyDropPct: 1.1,
  sellRisePct: 1.1,
  sharesToBuy: 1,
  sharesToSell: 3,
  minCashReserve: 0,
};
const RISK = { maxPosPct: 50, dailyLossLimitPct: 50, coolDownSec: 5 };

/** A firm's Sevenfold in processes of its own, and all that it rests on. */
export interface ChaosWorld {
  readonly databaseUrl: string;
  readonly nats: TestNats;
  readonly exchange: PaperExchange;
  readonly api: RunningProduct;
  readonly traders: readonly Trader[];
  /** Starts a worker; `at` says where it finds things, where that is another way than ours. */
  worker(at?: Readonly<Record<string, string>>, options?: ProductOptions): Promise<RunningProduct>;
  /** Accounts by the process that holds them, by the database's clock: the counts, highest first. */
  shares(): Promise<readonly number[]>;
  /** Each trader buys something by hand, whatever is broken: a refusal is an answer too. */
  trade(): Promise<void>;
  /** What is open now comes to its end. */
  settled(): Promise<void>;
  /** Automation ends, every order comes to its end, and what is wrong in either's books is told. */
  judged(): Promise<readonly string[]>;
  end(): Promise<void>;
}

export async function openChaosWorld(traderCount: number): Promise<ChaosWorld> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-chaos-"));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const keep = <Of>(thing: Of, end: (thing: Of) => Promise<unknown>): Of => {
    ends.push(() => end(thing));
    return thing;
  };
  const end = async () => {
    for (const each of ends.splice(0).reverse()) await each();
  };
  try {
    const postgres: TestPostgres = keep(await startTestPostgres(), (it) => it.stop());
    const nats = keep(await startTestNats(), (it) => it.stop());
    const journal = join(folder, "journal.jsonl");
    const exchange = keep(await startPaperExchange(journal), (it) => it.process.dispose());
    const databaseUrl = await postgres.newDatabase();
    const common = {
      ...{ DATABASE_URL: databaseUrl, EXCHANGE_URL: exchange.process.url, NATS_URL: nats.url },
      ...{ CREDENTIALS_KEY: randomBytes(32).toString("base64"), LOG_LEVEL: "info" },
      ORDERS_PER_MINUTE_MAX: "1000",
    };
    const api = keep(await startProduct(common, ["api"]), (it) => it.dispose());
    const traders: Trader[] = [];
    for (let count = 0; count < traderCount; count += 1)
      traders.push(await signUpTrader(api.url, exchange, "alpaca"));
    for (const { visitor } of traders) {
      for (const [path, body] of [
        ["/api/trading-config", RULES],
        ["/api/risk", RISK],
      ] as const) {
        const answer = await visitor.put(path, body);
        expect(answer.status, await answer.text()).toBe(200);
      }
    }
    const switched = (enabled: boolean) =>
      Promise.all(
        traders.map(({ visitor }) =>
          vi.waitFor(async () => {
            const answer = await visitor.post("/api/worker/toggle", { enabled });
            expect(answer.status, await answer.text()).toBe(200);
          }, PATIENCE),
        ),
      );
    const open = async () =>
      (await query(databaseUrl, OPEN_ORDERS)) as readonly { readonly client_key: string }[];
    const workers: RunningProduct[] = [];
    const ticket = { symbol: "AAPL", quantity: 1 };
    return {
      ...{ api, databaseUrl, exchange, nats, traders },
      async worker(at = {}, options = {}) {
        const worker = await startProduct({ ...common, ...at }, ["worker"], options);
        workers.push(keep(worker, (it) => it.dispose()));
        if (workers.length === 1) await switched(true);
        return worker;
      },
      async shares() {
        const rows = (await query(databaseUrl, SHARES)) as readonly { readonly count: string }[];
        return rows.map(({ count }) => Number(count));
      },
      async trade() {
        await Promise.allSettled(traders.map((trader) => placed(trader, ticket)));
      },
      async settled() {
        const keys = new Set((await open()).map(({ client_key }) => client_key));
        await vi.waitFor(async () => {
          expect((await open()).filter(({ client_key }) => keys.has(client_key))).toEqual([]);
        }, PATIENCE);
      },
      async judged() {
        await switched(false);
        await vi.waitFor(async () => expect(await open()).toEqual([]), PATIENCE);
        for (const worker of workers) await worker.stop();
        await api.stop();
        await exchange.process.stop();
        const books = await openBothBooks({ dataFolder: folder, databaseUrl }, journal);
        try {
          const wrong: string[] = [];
          for (const trader of traders)
            wrong.push(...(await books.wrongOf(trader, NO_MORE_ORDERS_THAN)));
          return wrong;
        } finally {
          await books.close();
        }
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** How many accounts each worker has, most first. */
export const SHARES = `
  SELECT count(*) AS count FROM leases WHERE expires_at > clock_timestamp()
  GROUP BY owner ORDER BY count(*) DESC`;
const OPEN_ORDERS = `
  SELECT client_key, status FROM order_logs
  WHERE status NOT IN ('filled', 'canceled', 'rejected', 'expired', 'denied')`;
