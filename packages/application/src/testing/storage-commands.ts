import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, price, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type OrderEvent } from "@sevenfold/domain/order";
import fc from "fast-check";
import type { Storage } from "../ports/stores/storage.ts";
import { commandedActivity } from "./commanded-activity.ts";
import { readSecurity, securityCommands } from "./security-commands.ts";
import { command, type Stage, type StorageCommand } from "./storage-command.ts";
import { AAPL, after, dollars, NVDA, someAccount, someFill, someOrder } from "./storage-rows.ts";

/** Commands that happen together, and whether the work throws after the last one. */
export interface StorageTransaction {
  readonly commands: readonly StorageCommand[];
  readonly throwsAtEnd: boolean;
}

const tickers = fc.constantFrom(AAPL, NVDA, "BRK.B" as Ticker);
const instants = fc.integer({ min: -3, max: 3 }).map(after);
const which = fc.constantFrom(0 as const, 1 as const);
const few = fc.integer({ min: 0, max: 4 });
const keys = fc.constantFrom("K1", "K2", "K3", "K4");
const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(money);

const orderEvents: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc
    .constantFrom<OrderEvent["type"]>("submitting", "lost", "canceled", "expired")
    .map((type) => ({ type }) as OrderEvent),
  fc.constant<OrderEvent>({ type: "denied", message: "too large" }),
  keys.map((brokerOrderId): OrderEvent => ({ type: "accepted", brokerOrderId })),
  fc
    .integer({ min: 1, max: 6 })
    .map((count): OrderEvent => ({ type: "filled", fill: fillOf(count) })),
);

const orderCommands = [
  command(
    "add order",
    { key: keys, which, at: instants, amount: amounts, ticker: tickers },
    ({ orders }, { accountIds, userId }, { key, which, at, amount, ticker }) =>
      orders.add(
        someOrder(accountIds[which], {
          clientKey: ownKey(key, userId),
          createdAt: at,
          reservedCash: amount,
          ticker,
        }),
      ),
  ),
  command(
    "change order",
    { key: keys, event: orderEvents, at: instants },
    ({ orders }, { userId }, { key, event, at }) =>
      orders.change(ownKey(key, userId), (order) => applyOrderEvent(order, event, at)),
  ),
  command("find order", { which, key: keys }, ({ orders }, { accountIds }, { which, key }) =>
    orders.byBrokerOrderId(accountIds[which], `none but ${key}`),
  ),
  command(
    "list orders",
    { which, limit: few },
    async ({ orders }, { accountIds }, { which, limit }) => [
      await orders.latest(accountIds[which], limit),
      await orders.open(accountIds[which]),
    ],
  ),
  command(
    "count sent orders",
    { which, at: instants },
    ({ orders }, { accountIds }, { which, at }) => orders.submittedSince(accountIds[which], at),
  ),
];

const fillCommands = [
  command(
    "book fill",
    {
      key: keys,
      which,
      at: instants,
      count: fc.integer({ min: 1, max: 5 }),
      ticker: tickers,
      fee: few,
      isBuy: fc.boolean(),
    },
    ({ fills }, { accountIds }, { key, which, at, count, ticker, fee, isBuy }) =>
      fills.add(
        someFill(accountIds[which], {
          executionId: key,
          at,
          ticker,
          quantity: shares(count),
          fee: money(fee),
          side: isBuy ? "buy" : "sell",
          realized: isBuy ? NO_MONEY : money(fee * 7 - 9),
        }),
      ),
  ),
  command(
    "list fills",
    { which, at: instants, limit: few },
    async ({ fills }, { accountIds }, { which, at, limit }) => [
      await fills.latest(accountIds[which], limit),
      await fills.since(accountIds[which], at),
      await fills.countSince(accountIds[which], at),
      await fills.cashFlow(accountIds[which]),
    ],
  ),
  command(
    "book capital",
    { key: keys, which, at: instants, amount: amounts, ticker: tickers, isCash: fc.boolean() },
    async ({ capital }, { accountIds }, { key, which, at, amount, ticker, isCash }) => [
      await capital.add({
        accountId: accountIds[which],
        cause: `capital ${key}`,
        at,
        ...(isCash ? {} : { ticker }),
        amount,
      }),
      await capital.of(accountIds[which]),
    ],
  ),
  command(
    "book activity",
    { key: keys, which, at: instants, amount: amounts, ticker: tickers, isBust: fc.boolean() },
    async ({ activities }, { accountIds }, { key, which, isBust, ...about }) => [
      await activities.add(commandedActivity(accountIds[which], { key, isBust, ...about }), []),
    ],
  ),
  command(
    "put position",
    { which, ticker: tickers, count: few, amount: amounts, at: instants },
    ({ positions }, { accountIds }, { which, ticker, count, amount, at }) =>
      positions.put({
        accountId: accountIds[which],
        ticker,
        quantity: shares(count),
        costBasis: amount,
        isManaged: count % 2 === 0,
        updatedAt: at,
      }),
  ),
];

/** Longer than any test runs; a lease of no time is over at once. */
const LONG_MS = 1_000 * MINUTE_MS;

const accountCommands = [
  command(
    "change account",
    { which, cash: amounts, isSelected: fc.boolean(), isHalted: fc.boolean() },
    ({ accounts }, { accountIds }, { which, cash, isSelected, isHalted }) =>
      accounts.change(accountIds[which], ({ haltedDay: _, ...account }) => ({
        ...account,
        cash,
        isSelected,
        ...(isHalted ? { haltedDay: "2026-11-20" as never } : {}),
      })),
  ),
  command("add account", { which }, async ({ accounts }, { accountIds }, { which }) => {
    const known = await accounts.byId(accountIds[which]);
    // Its id is taken: always refused.
    return accounts.add(someAccount(known!, { id: accountIds[which] }));
  }),
  command(
    "change settings",
    { which, isOn: fc.boolean(), reserve: amounts },
    ({ settings }, { accountIds }, { which, isOn, reserve }) =>
      settings.change(accountIds[which], "a model", (row) => ({
        ...row,
        automationEnabled: isOn,
        strategy: { ...row.strategy, minCashReserve: reserve },
      })),
  ),
  command(
    "use lease",
    {
      which,
      owner: fc.constantFrom("a", "b"),
      durationMs: fc.constantFrom(0, LONG_MS),
      isRelease: fc.boolean(),
    },
    async ({ leases }, { accountIds }, { which, owner, durationMs, isRelease }) => {
      if (isRelease) await leases.release(accountIds[which], owner);
      else return leases.acquire({ accountId: accountIds[which], owner, durationMs });
    },
  ),
  command("hold lease", { which, epoch: few }, ({ leases }, { accountIds }, { which, epoch }) =>
    leases.holds(accountIds[which], epoch),
  ),
];

const recordCommands = [
  command(
    "add equity",
    { which, points: fc.array(fc.record({ at: instants, equity: amounts })) },
    ({ equity }, { accountIds }, { which, points }) => equity.add(accountIds[which], points),
  ),
  command(
    "read equity",
    { which, at: instants, limit: few },
    async ({ equity }, { accountIds }, { which, at, limit }) => [
      await equity.since(accountIds[which], at, limit),
      await equity.at(accountIds[which], at),
    ],
  ),
  command(
    "add decision",
    { which, ticker: tickers, at: instants, isBlocked: fc.boolean() },
    ({ decisions }, { accountIds }, { which, ticker, at, isBlocked }) =>
      decisions.add([
        {
          accountId: accountIds[which],
          ticker,
          at,
          settingsVersion: 1,
          verdict: isBlocked ? "blocked" : "waiting",
          ...(isBlocked ? { gate: "cool-down" } : {}),
        },
      ]),
  ),
  command("save trails", { which, at: instants }, ({ trails }, { accountIds }, { which, at }) =>
    trails.save({ accountId: accountIds[which], savedAt: at, trails: [] }),
  ),
  command(
    "watch",
    { ticker: tickers, at: instants, isRemoval: fc.boolean() },
    ({ watchlist }, { userId }, { ticker, at, isRemoval }) =>
      isRemoval ? watchlist.remove(userId, ticker) : watchlist.add(userId, ticker, at),
  ),
  command(
    "begin request",
    { key: keys, fingerprint: fc.constantFrom("x", "y"), at: instants },
    ({ requests }, { userId }, { key, fingerprint, at }) =>
      requests.begin({ userId, key, fingerprint, at }),
  ),
  command(
    "finish request",
    { key: keys, answer: fc.string({ unit: "grapheme-ascii" }) },
    ({ requests }, { userId }, { key, answer }) => requests.finish(userId, key, answer),
  ),
];

export const storageTransactions: fc.Arbitrary<readonly StorageTransaction[]> = fc.array(
  fc.record({
    commands: fc.array(
      fc.oneof(
        ...orderCommands,
        ...fillCommands,
        ...accountCommands,
        ...recordCommands,
        ...securityCommands,
      ),
      { minLength: 1, maxLength: 6 },
    ),
    throwsAtEnd: fc.constantFrom(false, false, false, true),
  }),
  { maxLength: 10 },
);

/** Everything the tables tell about the stage. */
export async function readAll({ read }: Storage, { userId, accountIds }: Stage): Promise<unknown> {
  const perAccount = [];
  for (const id of accountIds)
    perAccount.push({
      account: await read.accounts.byId(id),
      settings: await read.settings.of(id),
      history: await read.settings.history(id, 100),
      orders: await read.orders.latest(id, 100),
      open: await read.orders.open(id),
      fills: await read.fills.latest(id, 100),
      cashFlow: await read.fills.cashFlow(id),
      capital: await read.capital.of(id),
      activities: (await read.activities.page(id, { limit: 100 })).rows,
      totals: await read.fills.totalsSince(id, after(-9)),
      positions: await read.positions.of(id),
      trails: await read.trails.of(id),
      equity: await read.equity.since(id, after(-9), 100),
      thinned: await read.equity.since(id, after(-9), 3),
      decisions: await read.decisions.latest(id, { limit: 100 }),
      quarantine: await read.quarantine.of(id, 100),
      ofApple: await read.decisions.latest(id, { ticker: AAPL, limit: 100 }),
    });
  const selected = await read.accounts.selectedOf(userId);
  const watched = await read.watchlist.of(userId);
  return { perAccount, selected, watched, security: await readSecurity(read, userId) };
}

/** Order keys are unique in the whole database, and a run must not meet another run's. */
const ownKey = (key: string, userId: string): string => `${key}${userId.slice(-12)}`;

const fillOf = (count: number) => ({
  executionId: "E",
  quantity: shares(count),
  price: price(1_000_000),
  fee: dollars(0),
  at: after(0),
});
