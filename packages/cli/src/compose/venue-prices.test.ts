import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "@sevenfold/adapters-broker/exchange/exchange-settings";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import type { Account } from "@sevenfold/application/ports/stores/account";
import { somePortfolio, someUser } from "@sevenfold/application/testing/storage-rows";
import { inMarketOf, pricesOf } from "@sevenfold/application/trading/prices/venue-prices";
import { startWorker } from "@sevenfold/application/trading/session/run-worker";
import { readWorkerStatus } from "@sevenfold/application/views/read-worker-status";
import type { Ticker } from "@sevenfold/domain/market";
import { bps, money, type Price, shares } from "@sevenfold/domain/money";
import type { Container } from "inversify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { Closing } from "./closing.ts";
import { configurationFrom } from "./configuration.ts";
import { openContainer } from "./container.ts";
import { tokens } from "./tokens.ts";

const CASH = money(1_000_000_000);
const TICKERS = ["AAPL", "MSFT", "TSLA", "NVDA", "AMD"] as Ticker[];
const closing = new Closing();
let container: Container;
/** Stands in for Alpaca's paper venue: another market than the built-in exchange's. */
let broker: Exchange;

beforeEach(async () => {
  broker = await startExchange({
    ...{ port: 0, seed: 99, volatility: 2, hours: "always" },
    clock: systemClock,
    identifiers: randomIdentifiers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  closing.add(() => broker.close());
});
afterEach(() => closing.close());

/** The product, with what its environment says beside. */
async function opened(env: Record<string, string> = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-venue-prices-"));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = configurationFrom({
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    VOLATILITY: "10",
    ALPACA_PAPER_URL: broker.url,
    ...env,
  });
  container = await openContainer(configuration, closing);
}

describe("an account at a broker's paper venue, beside one of the built-in exchange", () => {
  it("gets no automated order while the other trades on the same prices", async () => {
    await opened();
    const own = await connected(container.get(tokens.exchange).paperVenue);
    const paper = await connected(broker.link.paperVenue);
    expect([own.venue, paper.venue]).toEqual(["built-in", "paper"]);
    for (const { id, userId } of [own, paper]) await switchOn(id, userId);

    const worker = startWorker(container.get(tokens.trading), { workerId: "one", isAlone: true });
    closing.add(() => worker.stop());

    await expect.poll(() => ordersOf(own), PATIENT).not.toEqual([]);
    await expect.poll(() => worker.accountView(paper.id)?.isReady, PATIENT).toBe(true);
    // As long again as the other one took, at least.
    await expect.poll(() => ordersOf(own).then(({ length }) => length), PATIENT).toBeGreaterThan(3);
    expect(await ordersOf(paper)).toEqual([]);
    expect(broker.venue.book.accounts.values().next().value?.orders ?? []).toEqual([]);
    expect(
      new Set(worker.accountView(paper.id)?.symbols.map(({ verdict }) => verdict.gate)),
    ).toEqual(new Set(["no-real-prices"]));
  });

  it("takes a limit order by hand, and no market order", async () => {
    await opened();
    const { id: accountId, userId } = await connected(broker.link.paperVenue);
    const place = container.get(tokens.placeOrder);
    const draft = {
      origin: "manual",
      accountId,
      userId,
      ticker: "AAPL" as Ticker,
      side: "buy",
      quantity: shares(1),
    } as const;

    expect(await place(draft)).toMatchObject({ refusal: { kind: "no-real-prices" } });
    expect(await place({ ...draft, limit: 10_000 as Price })).toMatchObject({
      value: { order: { status: "working" } },
    });
  });
});

describe("an account at a broker's paper venue whose market is read", () => {
  it("has its venue's prices, and those of the built-in exchange nowhere", async () => {
    const opening = { cash: CASH, openedAt: systemClock.now(), history: [] };
    const keys = await broker.link.paperVenue.openAccount(opening);
    await opened({ ALPACA_DATA_KEY: keys.keyId, ALPACA_DATA_SECRET: keys.secretKey });
    const account = await connected(broker.link.paperVenue);
    const trading = container.get(tokens.trading);
    const { prices } = inMarketOf(trading, account);
    expect(prices).not.toBe(trading.prices);

    const worker = startWorker(trading, { workerId: "one", isAlone: true });
    closing.add(() => worker.stop());
    await expect.poll(() => prices.latest(TICKERS[0]!)?.from.id, PATIENT).toBe("alpaca-iex");
    await expect.poll(() => pricesOf(trading, account), PATIENT).toBe("own");
    const other = await trading.prices.ask(TICKERS[0]!);
    expect(other).toMatchObject({ from: { id: "built-in" } });
    expect(prices.latest(TICKERS[0]!)?.price).not.toBe(typeof other === "object" && other.price);
    const status = await readWorkerStatus(trading)(account.userId);
    expect(status).toMatchObject({ value: { venuePrices: "own" } });
  });
});

const PATIENT = { timeout: 60_000, interval: 200 };

const ordersOf = ({ id }: Account) => container.get(tokens.storage).read.orders.latest(id, 100);

/** A user with an account of its own at a venue, watching a few symbols. */
async function connected(venue: Exchange["link"]["paperVenue"]): Promise<Account> {
  const storage = container.get(tokens.storage);
  const user = someUser({ subscriptionStatus: "active" });
  await storage.transact(async (tables) => {
    await tables.users.add(user);
    await tables.portfolios.add(somePortfolio(user.id));
    for (const ticker of TICKERS) await tables.watchlist.add(user.id, ticker, systemClock.now());
  });
  const opening = { cash: CASH, openedAt: systemClock.now(), history: [] };
  const { keyId: apiKey, secretKey } = await venue.openAccount(opening);
  const connect = container.get(tokens.connectBroker);
  const answer = await connect(user.id, { provider: "alpaca", apiKey, secretKey });
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

/** As if it had been switched on before anybody asked for prices; it trades at the least move. */
const switchOn = (accountId: string, userId: string) =>
  container.get(tokens.storage).transact((tables) =>
    tables.settings.change(accountId, userId, (row) => ({
      ...row,
      automationEnabled: true,
      strategy: { ...row.strategy, mode: "TRAILING", buyDropBps: bps(1), sellRiseBps: bps(1) },
      limits: { ...row.limits, coolDownSec: 0, allowAfterHours: true },
    })),
  );
