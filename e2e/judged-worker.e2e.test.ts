import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Alpaca } from "@alpacahq/alpaca-trade-api";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import {
  judgeRecording,
  type Recording,
} from "@sevenfold/application/testing/simulate/oracle/judge-recording";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { bps, price } from "@sevenfold/domain/money";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PaperExchange, startPaperExchange } from "./kill-matrix/paper-exchange.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";
import { demoVisitor, type Visitor } from "./visitor.ts";

const PATIENCE = { timeout: 240_000, interval: 500 };
const ORDERS_READ = 500;
/** And then trading goes on: long enough for what was not sent to be missed. */
const TRADED_MS = 15_000;
/** So many decisions, exits among them. */
const ORDERS_MIN = 10;
/**
 * So many positions, the dearest, are sold by hand first: what the rules then want hangs on prices,
 * not on cash. An account may send 30 orders in a minute, and these are among them.
 */
const SOLD_BY_HAND = 4;
/** A demo account has watched its stocks for long: some have fallen or risen so far at any time. */
const RULES = {
  buyDropPct: 1.1,
  sellRisePct: 2,
  stopLossEnabled: true,
  stopLossPct: 5,
  sharesToBuy: 1,
  sharesToSell: 3,
  minCashReserve: 0,
};
const RISK = { maxPosPct: 50, dailyLossLimitPct: 50, coolDownSec: 5 };

/** The trading worker as it is started, and somebody with a client of the vendor's own beside it. */
describe.skipIf(!canTestOnPostgres())("a real worker beside the oracle", () => {
  let folder: string;
  let postgres: TestPostgres;
  let exchange: PaperExchange;
  let product: RunningProduct;
  let visitor: Visitor;
  let database: OpenStorage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-judged-"));
    postgres = await startTestPostgres();
    const databaseUrl = await postgres.newDatabase();
    exchange = await startPaperExchange(join(folder, "journal.jsonl"));
    product = await startProduct({
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      EXCHANGE_URL: exchange.process.url,
      CREDENTIALS_KEY: randomBytes(32).toString("base64"),
      ORDERS_PER_MINUTE_MAX: "1000",
    });
    visitor = await demoVisitor(product.url);
    database = await openStorage({ databaseUrl, dataFolder: folder });
  });

  afterAll(async () => {
    await database?.close();
    await product?.dispose();
    await exchange?.process.dispose();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const saved = async (path: string, body: object) => {
    const answer = await visitor.put(path, body);
    expect(answer.status, await answer.text()).toBe(200);
  };

  const switched = (enabled: boolean) =>
    vi.waitFor(async () => {
      const answer = await visitor.post("/api/worker/toggle", { enabled });
      expect(answer.status, await answer.text()).toBe(200);
    }, PATIENCE);

  it("sends each order the rules want, and no other", async () => {
    const { read } = database.storage;
    const [{ id: accountId }] =
      await visitor.get<readonly [{ readonly id: string }]>("/api/brokers");
    const { userId } = (await read.accounts.byId(accountId))!;
    const watched = await read.watchlist.of(userId);
    const atRest = () =>
      vi.waitFor(async () => expect(await read.orders.open(accountId)).toEqual([]), PATIENCE);
    const prices = await hearPrices(exchange, watched);
    const held = await read.positions.of(accountId);
    const dearest = held.toSorted((one, other) => other.costBasis - one.costBasis);
    for (const { quantity, ticker } of dearest.slice(0, SOLD_BY_HAND))
      await visitor.post("/api/orders", {
        symbol: ticker,
        side: "sell",
        orderType: "market",
        quantity,
      });
    await atRest();
    await saved("/api/trading-config", RULES);
    await saved("/api/risk", RISK);
    const settledAt = Date.now();
    // What the worker remembers is on record every few seconds; the prices since are heard here.
    const trails = await vi.waitFor(async () => {
      const snapshot = await read.trails.of(accountId);
      expect(snapshot!.savedAt).toBeGreaterThan(settledAt);
      return snapshot!;
    }, PATIENCE);
    const { cash } = (await read.accounts.byId(accountId))!;
    const before = { cash, positions: await read.positions.of(accountId) };
    await switched(true);
    const from = Date.now() + 2_000;

    const orders = async () =>
      (await read.orders.latest(accountId, ORDERS_READ)).filter(
        ({ createdAt, origin }) => origin === "automated" && settledAt < createdAt,
      );
    await vi.waitFor(async () => {
      const sides = (await orders()).map(({ side }) => side);
      expect(sides.length).toBeGreaterThan(ORDERS_MIN);
      expect(sides).toContain("sell");
    }, PATIENCE);
    await pause(TRADED_MS);
    const until = Date.now() - 2_000;
    await switched(false);
    await atRest();
    prices.end();

    const settings = (await read.settings.of(accountId))!;
    const recording: Recording = {
      ...before,
      settings,
      watched,
      trails: trails.trails,
      prices: prices.heard.filter(({ at }) => trails.savedAt - 1_000 < at),
      orders: (await orders()).toReversed(),
      fills: await read.fills.since(accountId, instant(settledAt)),
      from,
      until,
    };
    const { broken, judged } = judgeRecording(recording);
    expect(broken).toEqual([]);
    expect(judged.orders).toBeGreaterThan(ORDERS_MIN);
    // The same orders are found out where one is missing, and by the rules of somebody more patient.
    const exit = recording.orders.find(({ side }) => side === "sell");
    const isOther = ({ clientKey }: { readonly clientKey: string }) =>
      clientKey !== exit!.clientKey;
    const [others, fills] = [recording.orders.filter(isOther), recording.fills.filter(isOther)];
    expect(judgeRecording({ ...recording, orders: others, fills }).broken).not.toEqual([]);
    const strategy = { ...settings.strategy, buyDropBps: bps(500), sellRiseBps: bps(500) };
    const patient = { ...recording, settings: { ...settings, strategy } };
    expect(judgeRecording(patient).broken).not.toEqual([]);
  });
});

/** Hears the prices that a worker hears, by the vendor's own client. */
async function hearPrices(
  { openAccount, process: { url } }: PaperExchange,
  tickers: readonly Ticker[],
) {
  const { apiKey, secretKey } = await openAccount("alpaca");
  const alpaca = new Alpaca({ keyId: apiKey, secret: secretKey });
  const stream = alpaca.marketData.stockStream({ url: `${url.replace("http", "ws")}/v2/iex` });
  const heard: Recording["prices"][number][] = [];
  stream.onTrade(({ price: dollars, symbol, timestamp }) => {
    const paid = price(Math.round(dollars * 10_000));
    const at = instant(timestamp.getTime());
    heard.push({ ticker: symbol as Ticker, price: paid, at, heardAt: Date.now() });
  });
  stream.onConnect(() => stream.subscribeForTrades([...tickers]));
  stream.connect();
  await vi.waitFor(() => expect(0 < heard.length).toBe(true), PATIENCE);
  return { heard, end: () => stream.disconnect() };
}
