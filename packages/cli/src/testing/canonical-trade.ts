import type { BenchVenue } from "@sevenfold/application/broker-kit/venue-bench";
import type { Broker } from "@sevenfold/application/ports/broker";
import { ALL_AT_ONCE } from "@sevenfold/application/ports/market-data";
import type { Account } from "@sevenfold/application/ports/stores/account";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { SOME_VENUES } from "@sevenfold/application/testing/some-venues";
import { seed } from "@sevenfold/application/testing/storage-rows";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { seededIdentifiers } from "@sevenfold/application/testing/world/seeded-identifiers";
import { openNotFoundWatch } from "@sevenfold/application/trading/account/not-found-watch";
import type { TradingNeeds } from "@sevenfold/application/trading/account/trading-needs";
import { readCurrentBook } from "@sevenfold/application/trading/decisions/current-book";
import { beginOrder } from "@sevenfold/application/trading/placing/place-order";
import type { PriceBoard } from "@sevenfold/application/trading/prices/price-board";
import { reconcileAccount } from "@sevenfold/application/trading/reconciliation/reconcile-account";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { decide } from "@sevenfold/domain/decide";
import { instant } from "@sevenfold/domain/market";
import { type Price, price, shares } from "@sevenfold/domain/money";
import { isOpen } from "@sevenfold/domain/order";

/** More than twice what the slowest way out of a lost answer takes. */
const ROUNDS_MAX = 80;
const ROUND_MS = 5_000;
const MONTH_MS = 30 * 86_400_000;
const SHARES = 10;
const PART = 4;

export interface TradingPlace {
  readonly venue: BenchVenue;
  /** As the product has it: one of its calls may fail. */
  readonly broker: Broker;
  readonly storage: Storage;
  /** The same rows, which nothing keeps from being read. */
  readonly rows: Storage;
}

/** What is left when the position is flat again. */
export interface TradeBooks {
  readonly cash: number;
  readonly cashFlow: number;
  /** What the price moved, less the venue's fees. */
  readonly earned: number;
  readonly positions: readonly object[];
  readonly open: readonly object[];
  /** What all orders together still keep aside. */
  readonly reserved: number;
  readonly status: Account["status"];
  readonly sold: number;
  readonly bought: number;
  readonly realized: number;
  readonly ordersAtVenue: number;
  readonly ordersHere: number;
  readonly rounds: number;
}

/**
 * One trade, from the price that enters to the books of the flat position: decided, on record, sent,
 * acknowledged, filled in two parts, booked; and the same again for the exit. Each round is what a
 * worker would do that has only its rows to go by, so that after a failure it is the way back too.
 */
export async function tradeOnce(place: TradingPlace): Promise<TradeBooks> {
  const { rows, venue } = place;
  const { first: ticker } = venue.tickers;
  const enterAt = venue.priceOf(ticker);
  const leaveAt = price(Math.ceil((enterAt * 1.05) / 100) * 100);
  const { account } = await seed(rows, {
    user: { trialEndsAt: instant(venue.now() + MONTH_MS) },
    account: { createdAt: venue.now(), executionsReadTo: venue.now() },
  });
  await begin(place, account.id, price(Math.ceil((enterAt * 1.05) / 100) * 100));
  const seen = { last: enterAt };
  const needs = needsOf(place, seen);
  const watch = openNotFoundWatch();
  let rounds = 0;
  for (; rounds < ROUNDS_MAX && !(await isOver(rows, account.id)); rounds += 1) {
    await tradeAtVenue(place, account.id, { buy: enterAt, sell: leaveAt });
    const [held] = await rows.read.positions.of(account.id);
    seen.last = held ? leaveAt : enterAt;
    await round(needs, watch, account.id).catch((error: unknown) => needs.log.warn(String(error)));
    await venue.pass(ROUND_MS);
  }
  const books = await booksOf(place, account, { rounds, moved: SHARES * (leaveAt - enterAt) });
  // Trades of one database share a minute: the breaker for all accounts would count them together.
  await rows.transact(({ users }) => users.remove(account.userId));
  return books;
}

/** Automation is on, and the symbol has fallen far enough. */
async function begin({ rows, venue }: TradingPlace, accountId: string, high: Price): Promise<void> {
  const { first: ticker } = venue.tickers;
  const at = venue.now();
  await rows.transact(async (tables) => {
    const owner = await tables.accounts.lock(accountId);
    await tables.watchlist.add(owner!.userId, ticker, at);
    await tables.watchlist.choose(owner!.userId, [ticker]);
    await tables.settings.change(accountId, owner!.userId, (settings) => ({
      ...settings,
      automationEnabled: true,
      limits: { ...settings.limits, coolDownSec: 0 },
    }));
    const trail = { ticker, since: at, high, low: high, last: high, lastAt: at };
    await tables.trails.save({
      accountId,
      savedAt: at,
      trails: [{ ...trail, coolDownUntil: 0 as typeof at, sessionsBelow: 0, version: 1 }],
    });
  });
}

/** What the venue does meanwhile, whatever becomes of us: trades an order in two parts. */
async function tradeAtVenue(
  { rows, venue }: TradingPlace,
  accountId: string,
  at: { readonly buy: Price; readonly sell: Price },
): Promise<void> {
  for (const { clientKey, side } of await rows.read.orders.latest(accountId, 10)) {
    const order = venue.orderOf(clientKey);
    if (!order?.isOpen) continue;
    const quantity = shares(order.filled === 0 ? PART : SHARES - PART);
    await venue.execute(clientKey, { quantity, price: at[side] });
  }
}

/** Books and broker are made to agree; then what the price calls for is decided and sent. */
async function round(
  needs: TradingNeeds,
  watch: ReturnType<typeof openNotFoundWatch>,
  accountId: string,
): Promise<void> {
  const agreed = await reconcileAccount(needs, watch)(accountId);
  if (!agreed.ok) return;
  const lease = await oneByOne(needs.storage).leases.acquire({
    accountId,
    owner: "worker",
    durationMs: 3_600_000,
  });
  const current = await readCurrentBook(needs, accountId);
  if (!lease || !current) throw new Error("The account cannot be followed.");
  const { book } = current;
  const batch = {
    at: needs.clock.now(),
    inSession: true,
    count: book.tickers.length,
    slots: Int32Array.from(book.tickers, (_, slot) => slot),
    prices: Float64Array.from(book.tickers, (ticker) => needs.prices.latest(ticker)!.price),
  };
  const intents = decide(book, batch);
  for (const intent of intents) {
    const { answer } = await beginOrder(needs)({
      origin: "automated",
      accountId,
      intent,
      trailSince: book.since[intent.slot] as typeof intent.at,
      coolDownUntil: book.coolDownUntil[intent.slot] as typeof intent.at,
      equity: book.equity,
      collarBps: book.collarBps,
      leaseEpoch: lease.epoch,
      settingsVersion: 1,
      held: shares(book.held[intent.slot]!),
    });
    await answer;
  }
}

function needsOf(
  { broker, storage, venue }: TradingPlace,
  seen: { readonly last: Price },
): TradingNeeds {
  const now = () => venue.now();
  const latest: PriceBoard["latest"] = (ticker) => ({
    ticker,
    price: seen.last,
    at: now(),
    receivedAt: now(),
    from: { ...ALL_AT_ONCE, id: "still", name: "Still prices" },
  });
  const prices = {
    latest,
    watch: () => undefined,
    expect: () => undefined,
    ask: async (ticker) => latest(ticker)!,
    feed: () => ({ isConnected: true, isForOrders: true, failures: 0 }),
    listen: () => () => undefined,
    previousClose: () => undefined,
    halts: new Map(),
    stop: async () => undefined,
  } as Partial<PriceBoard> as PriceBoard;
  return {
    announcer: inMemoryAnnouncer(),
    brokers: {
      venues: SOME_VENUES,
      connect: async () => broker,
      release: () => undefined,
      tryKeys: async () => broker,
    },
    clock: { now, monotonicMs: now, sleep: (durationMs) => venue.pass(durationMs) },
    identifiers: seededIdentifiers(7),
    log: recordingLog(),
    prices,
    storage,
    calendarOf: () => ALWAYS_CALENDAR,
  } as Partial<TradingNeeds> as TradingNeeds;
}

async function isOver({ read }: Storage, accountId: string): Promise<boolean> {
  const fills = await read.fills.latest(accountId, 10);
  const sold = fills.filter(({ side }) => side === "sell");
  const isFlat = sold.reduce((sum, { quantity }) => sum + quantity, 0) === SHARES;
  return isFlat && !(await read.orders.latest(accountId, 10)).some(isOpen);
}

async function booksOf(
  { rows: { read }, venue }: TradingPlace,
  { id, cash: before }: Account,
  { moved, rounds }: { readonly moved: number; readonly rounds: number },
): Promise<TradeBooks> {
  const account = await read.accounts.byId(id);
  const orders = await read.orders.latest(id, 10);
  const fills = await read.fills.latest(id, 20);
  const sum = (side: "buy" | "sell") =>
    fills.filter((fill) => fill.side === side).reduce((total, { quantity }) => total + quantity, 0);
  return {
    cash: account!.cash - before,
    cashFlow: await read.fills.cashFlow(id),
    earned: moved - fills.reduce((total, { fee }) => total + fee, 0),
    positions: await read.positions.of(id),
    open: orders.filter(isOpen),
    reserved: orders.reduce((total, { reservedCash }) => total + reservedCash, 0),
    status: account!.status,
    bought: sum("buy"),
    sold: sum("sell"),
    realized: fills.reduce((total, { realized }) => total + realized, 0),
    ordersAtVenue: venue.orderCount(),
    ordersHere: orders.filter(({ filled }) => 0 < filled).length,
    rounds,
  };
}
