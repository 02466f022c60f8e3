import { openJournalFile } from "@sevenfold/adapters-broker/exchange/exchange-journal-file";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { openVenueBook } from "@sevenfold/application/exchange/venue-book";
import { instant } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import type { Trader } from "./trader.ts";

/** The market the exchange of the matrix plays: what its flags leave as they are. */
const MARKET = { seed: 2447, volatility: 2 };
/** As the product names its orders. */
const OURS = /^[A-Z2-7]{20}$/;
const ORDERS_READ = 500;

/** The books of both sides, read from what they keep on disk while neither of them runs. */
export interface BothBooks {
  /** What is wrong with an account, a line each; nothing where the invariants hold. */
  wrongOf(trader: Trader, ordersMax: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openBothBooks(
  storageAt: { readonly dataFolder: string; readonly databaseUrl?: string },
  journalFile: string,
): Promise<BothBooks> {
  const { storage, close } = await openStorage(storageAt);
  const journal = await openJournalFile(journalFile, MARKET);
  await journal.close();
  const venue = openVenueBook((at) => tradingDayOf(at));
  for (const entry of journal.entries) venue.record(entry);

  async function wrongOf({ accountId, provider, venueAccountId }: Trader, ordersMax: number) {
    const theirs = venue.accounts.get(venueAccountId);
    const account = await storage.read.accounts.byId(accountId);
    if (!account || !theirs) return ["the account is gone"];
    const orders = await storage.read.orders.latest(accountId, ORDERS_READ);
    const ours = {
      cash: account.cash,
      cashFlow: await storage.read.fills.cashFlow(accountId),
      orders,
      open: await storage.read.orders.open(accountId),
      positions: await storage.read.positions.of(accountId),
      fills: await storage.read.fills.since(accountId, instant(0)),
    };
    const wrong: string[] = [];
    const equal = (what: string, mine: unknown, their: unknown) => {
      if (JSON.stringify(mine) !== JSON.stringify(their))
        wrong.push(`${what}: ${JSON.stringify(mine)} here, ${JSON.stringify(their)} there`);
    };
    const keys = theirs.orders.map(({ clientOrderId }) => clientOrderId);
    const named = keys.filter((key) => OURS.test(key));
    equal("a key used twice (I1)", new Set(keys).size, keys.length);
    if (ordersMax < theirs.orders.length)
      wrong.push(`${theirs.orders.length} orders came of ${ordersMax} intents (I1): ${keys}`);
    for (const { clientOrderId, submittedMicros } of theirs.orders) {
      if (!named.includes(clientOrderId)) continue;
      const order = orders.find(({ clientKey }) => clientKey === clientOrderId);
      if (!order || submittedMicros / 1_000 < order.createdAt - CLOCK_MS)
        wrong.push(`${clientOrderId} was sent before it was on record (I1)`);
    }
    equal("orders left open (I10, I12)", ours.open.map(described), []);
    equal("positions (I2)", holdings(ours.positions), holdings(positionsOf(theirs)));
    equal("cash (I2)", ours.cash, theirs.cash);
    equal("cash by the ledger (I2)", ours.cash, account.startEquity + ours.cashFlow);
    const filledHere = orders.filter(({ filled }) => 0 < filled).map(({ filled }) => filled);
    const filledThere = theirs.orders
      .filter(({ filled }) => 0 < filled)
      .map(({ filled }) => filled);
    equal("shares by order (I2)", filledHere.sort(), filledThere.sort());
    if (provider === "alpaca")
      equal(
        "executions (I2)",
        ours.fills.map(({ executionId }) => executionId).sort(),
        theirs.executions.map(({ cumulative, orderId }) => `${orderId}:${cumulative}`).sort(),
      );
    for (const { shares, ticker } of positionsOf(theirs))
      if (shares < 0) wrong.push(`${ticker} was oversold (I4)`);
    for (const [ticker, sold] of soldBeyond(theirs))
      wrong.push(`${sold} shares of ${ticker} were offered beyond what was held (I4)`);
    return wrong;
  }

  return { wrongOf, close };
}

/** Processes on one machine read one clock, in milliseconds here and microseconds there. */
const CLOCK_MS = 1;

const described = ({ clientKey, status }: { clientKey: string; status: string }) =>
  `${clientKey} ${status}`;

const positionsOf = (account: VenueAccount) => [...account.positions.values()];

const holdings = (
  rows: readonly {
    readonly ticker: string;
    readonly quantity?: number;
    readonly shares?: number;
  }[],
) => rows.map(({ quantity, shares, ticker }) => `${ticker} ${quantity ?? shares}`).sort();

/** By symbol, what was sold in orders that were taken, less what was ever bought. */
function soldBeyond({ executions, orders }: VenueAccount): readonly (readonly [string, number])[] {
  const beyond = new Map<string, number>();
  const add = (ticker: string, shares: number) =>
    beyond.set(ticker, (beyond.get(ticker) ?? 0) + shares);
  for (const { side, quantity, ticker } of orders) if (side === "sell") add(ticker, quantity);
  for (const { side, quantity, ticker } of executions) if (side === "buy") add(ticker, -quantity);
  return [...beyond].filter(([, shares]) => 0 < shares);
}
