import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openJournalFile } from "@sevenfold/adapters-broker/exchange/exchange-journal-file";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { openVenueBook } from "@sevenfold/application/exchange/venue-book";
import { instant } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "./running-product.ts";
import { demoVisitor, type Visitor } from "./visitor.ts";

const CRASHES = 5;
const LIFE_MS = { least: 300, most: 1_800 };
/** So few in all lives that a list of the newest 500 orders has every one, however fast they are. */
const TICKETS_PER_LIFE_MAX = 60;
const BETWEEN_TICKETS_MS = 30;
const ORDERS_LISTED = 500;
const MARKET = { seed: 11, volatility: 2 };
const TICKERS = ["AAPL", "MSFT", "AMD", "NVDA", "COST", "UBER"];

/** Orders keep arriving while the process dies: by hand from several tickets, and automated. */
describe("a process that is killed again and again", () => {
  let folder: string;
  let product: RunningProduct;
  let visitor: Visitor;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-crash-"));
    product = await startProduct({
      DATA_DIR: folder,
      SEED: String(MARKET.seed),
      VOLATILITY: String(MARKET.volatility),
    });
    visitor = await demoVisitor(product.url);
  });

  afterAll(async () => {
    await product?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it("keeps its ledger and the exchange's book the same, and sends no order twice", async () => {
    const startedAtMs = Date.now();
    const lives: number[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await switchOn(visitor);
      const ordering = keepOrdering(visitor);
      // Anywhere between the first byte of an order and the last fill.
      const life = LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least);
      lives.push(Math.round(life));
      await pause(life);
      await product.kill();
      await ordering;
      await product.restart();
    }
    await settled(visitor);
    await product.stop();

    const ours = await readLedger(folder, startedAtMs);
    const venue = await readVenue(folder, ours.venueAccountNumber, startedAtMs);
    expect(ours.openOrders, `lives of ${lives} ms`).toEqual([]);
    expect(ours.positions, `lives of ${lives} ms`).toEqual(venue.positions);
    expect(ours.cash).toBe(venue.cash);
    expect(ours.newExecutions).toEqual(venue.newExecutions);
    expect(ours.cash).toBe(ours.startCash + ours.cashFlow);
    expect(ours.clientKeys.length).toBeLessThan(ORDERS_LISTED);
    // The venue knows every key once, and every key it knows was written down here first.
    expect(new Set(venue.clientKeys).size).toBe(venue.clientKeys.length);
    for (const key of venue.newClientKeys) expect(ours.clientKeys).toContain(key);
    expect(venue.newClientKeys.length).toBeGreaterThan(0);
  });
});

/** The worker needs a moment after each start before it is online. */
async function switchOn(visitor: Visitor): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await visitor.post("/api/worker/toggle", { enabled: true });
    if (answer.ok) return;
    await pause(200);
  }
  throw new Error("The worker never came online.");
}

async function keepOrdering(visitor: Visitor): Promise<void> {
  for (let index = 0; index < TICKETS_PER_LIFE_MAX; index += 1) {
    const side = index % 3 === 2 ? "sell" : "buy";
    const order = {
      symbol: TICKERS[index % TICKERS.length],
      side,
      orderType: "market",
      quantity: 1,
    };
    try {
      await visitor.post("/api/orders", order, { "idempotency-key": randomUUID() });
    } catch {
      // The process is gone: this is what the test is about.
      return;
    }
    await pause(BETWEEN_TICKETS_MS);
  }
}

/** Automation off, then until nothing is open any more. */
async function settled(visitor: Visitor): Promise<void> {
  await visitor.post("/api/worker/toggle", { enabled: false });
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const orders = await visitor.get<readonly { readonly status: string }[]>(
      `/api/orders?limit=${ORDERS_LISTED}`,
    );
    const open = orders.filter(({ status }) => !ENDED.has(status));
    if (open.length === 0) return pause(3_000);
    await pause(250);
  }
  throw new Error("Some orders never ended.");
}

const ENDED = new Set(["filled", "canceled", "expired", "rejected", "denied"]);

async function readLedger(dataFolder: string, sinceMs: number) {
  const { storage, close } = await openStorage({ dataFolder });
  try {
    const [account] = await storage.read.accounts.active();
    if (!account) throw new Error("The account is gone.");
    const positions = await storage.read.positions.of(account.id);
    const orders = await storage.read.orders.latest(account.id, ORDERS_LISTED);
    const fills = await storage.read.fills.since(account.id, instant(sinceMs));
    return {
      venueAccountNumber: account.venueAccountNumber,
      cash: account.cash as number,
      startCash: account.startEquity as number,
      cashFlow: (await storage.read.fills.cashFlow(account.id)) as number,
      openOrders: await storage.read.orders.open(account.id),
      positions: byTicker(positions.map(({ ticker, quantity }) => [ticker, quantity])),
      newExecutions: fills.length,
      clientKeys: orders.map(({ clientKey }) => clientKey),
    };
  } finally {
    await close();
  }
}

/** The demo's account: the one whose number our row names, else the one that trades. */
async function readVenue(dataFolder: string, number: string | undefined, sinceMs: number) {
  const journal = await openJournalFile(join(dataFolder, "exchange", "journal.jsonl"), MARKET);
  await journal.close();
  const book = openVenueBook((at) => tradingDayOf(at));
  for (const entry of journal.entries) book.record(entry);
  const account = [...book.accounts.values()].find(({ opening, orders }) =>
    number === undefined ? 0 < orders.length : opening.number === number,
  );
  if (!account) throw new Error("The exchange does not know the account.");
  const clientKeys = account.orders.map(({ clientOrderId }) => clientOrderId);
  return {
    cash: account.cash as number,
    positions: byTicker(
      [...account.positions.values()].map(({ ticker, shares }) => [ticker, shares]),
    ),
    newExecutions: account.executions.filter(({ atMicros }) => sinceMs * 1_000 <= atMicros).length,
    clientKeys,
    newClientKeys: account.orders
      .filter(({ submittedMicros }) => sinceMs * 1_000 <= submittedMicros)
      .map(({ clientOrderId }) => clientOrderId),
  };
}

const byTicker = (rows: readonly (readonly [string, number])[]) =>
  Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
