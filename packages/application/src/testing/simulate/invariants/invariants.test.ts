import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import type { OrderReport } from "../../../ports/broker.ts";
import type {
  Account,
  BookedFill,
  Decision,
  Settings,
  StoredPosition,
} from "../../../ports/storage.ts";
import { inMemoryStorage } from "../../../simulation/in-memory-storage.ts";
import { openWorld } from "../../../simulation/world.ts";
import { drain } from "../../trading-world.ts";
import type { WrittenRow } from "../told-storage.ts";
import type { BrokerBook, Happening, JudgedHistory } from "./account-history.ts";
import { invariantWatch } from "./invariant-watch.ts";
import { INVARIANTS, type InvariantName } from "./invariants.ts";

const world = await openWorld({ seed: 1, drain });
const { accountId, userId } = world;
const [AAPL] = world.tickers as readonly [Ticker];
const { read } = world.storage;
const ACCOUNT = (await read.accounts.byId(accountId))!;
const SETTINGS = (await read.settings.of(accountId))!;
const USER = (await read.users.byId(userId))!;
/** A Wednesday, 10:00 in New York. */
const AT = world.clock.now() as number;
const NIGHT = AT + 12 * 3_600_000;
const DOLLAR = 10_000;

const account = (row: Partial<Account> = {}): WrittenRow => ({
  table: "accounts",
  of: accountId,
  row: { ...ACCOUNT, ...row },
});
const settings = (row: Partial<Settings>): WrittenRow => ({
  table: "settings",
  of: accountId,
  row: { ...SETTINGS, ...row },
});
const ofUser = (row: Partial<typeof USER>): WrittenRow => ({
  table: "users",
  of: userId,
  row: { ...USER, ...row },
});
const order = (row: Partial<Order> = {}): WrittenRow => ({
  table: "orders",
  of: row.accountId ?? accountId,
  row: { ...ORDER, ...row },
});
const ORDER: Order = {
  clientKey: "KEY1",
  accountId,
  ticker: AAPL,
  side: "buy",
  origin: "automated",
  quantity: shares(10),
  extendedHours: false,
  status: "submitting",
  filled: shares(0),
  filledNotional: money(0),
  reservedCash: money(1_030 * DOLLAR),
  reason: "trail-drop",
  attempts: 1,
  createdAt: AT as Instant,
  updatedAt: AT as Instant,
};
const sell = (row: Partial<Order> = {}) =>
  order({ side: "sell", reservedCash: money(0), reason: "trail-rise", ...row });
const stop = (row: Partial<Order> = {}) =>
  sell({
    reason: "resting-stop",
    stop: (90 * DOLLAR) as Price,
    timeInForce: "until-canceled",
    ...row,
  });
const position = (row: Partial<StoredPosition> = {}): WrittenRow => ({
  table: "positions",
  of: accountId,
  row: {
    accountId,
    ticker: AAPL,
    quantity: shares(10),
    costBasis: money(1_000 * DOLLAR),
    isManaged: true,
    updatedAt: AT as Instant,
    ...row,
  },
});
const fill = (row: Partial<BookedFill> = {}): WrittenRow => ({
  table: "fills",
  of: accountId,
  row: {
    executionId: "execution-1",
    accountId,
    clientKey: "KEY1",
    ticker: AAPL,
    side: "buy",
    quantity: shares(10),
    price: (100 * DOLLAR) as Price,
    fee: money(0),
    realized: money(0),
    at: AT as Instant,
    ...row,
  },
});
const decision = (row: Partial<Decision>): WrittenRow => ({
  table: "decisions",
  of: accountId,
  row: {
    accountId,
    ticker: AAPL,
    at: AT as Instant,
    verdict: "entered",
    reason: "trail-drop",
    settingsVersion: SETTINGS.version,
    ...row,
  },
});
const audit = (action: "order-placed" | "order-denied", key = "KEY1"): WrittenRow => ({
  table: "audit",
  of: userId,
  row: { at: AT as Instant, userId, action, text: `${key} buy 10 AAPL` },
});
const fenced = (epoch: number): WrittenRow => ({ table: "fenced", of: accountId, row: { epoch } });
const lease = (epoch: number): WrittenRow => ({
  table: "leases",
  of: accountId,
  row: { accountId, owner: `worker-${epoch}`, epoch },
});
const trail = (high: number, last: number): WrittenRow => ({
  table: "trails",
  of: accountId,
  row: {
    accountId,
    savedAt: AT as Instant,
    trails: [
      {
        ticker: AAPL,
        since: AT as Instant,
        high: high as Price,
        low: 1 as Price,
        last: last as Price,
        lastAt: AT as Instant,
        coolDownUntil: 0 as Instant,
        sessionsBelow: 0,
        version: 1,
      },
    ],
  },
});

const commitAt = (at: number, ...written: readonly WrittenRow[]): Happening => ({
  kind: "committed",
  at,
  written,
});
const commit = (...written: readonly WrittenRow[]): Happening => commitAt(AT, ...written);
const heard = (price: number, at = AT): Happening => ({
  kind: "heard",
  at,
  prints: [{ ticker: AAPL, price: price as Price, at: at as Instant }],
});
const REPORT: OrderReport = {
  brokerOrderId: "order-1",
  clientKey: "KEY1",
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt: AT as Instant,
};
const arrives = (brokerOrderId: string): Happening => ({
  kind: "at-broker",
  at: AT,
  notice: { kind: "order", report: { ...REPORT, brokerOrderId } },
});
const BOOK: BrokerBook = { cash: ACCOUNT.cash, positions: new Map(), executions: [] };
const rest = (book: Partial<BrokerBook> = {}): Happening => ({
  kind: "at-rest",
  at: AT,
  book: { ...BOOK, ...book },
});
const calls = (count: number, answer: "answered" | "too-many" | "keys-refused", everyMs: number) =>
  Array.from(
    { length: count },
    (_, index): Happening => ({ kind: "called", at: AT + index * everyMs, answer }),
  );
const orders = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    commit(
      order({ clientKey: `KEY${index}`, ticker: `S${index}` as Ticker, reservedCash: money(0) }),
    ),
  );
const keys = (count: number, ofEach: (key: string) => Happening) =>
  Array.from({ length: count }, (_, index) => ofEach(`KEY${index}`));

interface Case {
  readonly name: string;
  readonly sound: readonly Happening[];
  readonly broken: readonly Happening[];
  readonly says: string;
  readonly calendar?: JudgedHistory["calendar"];
}

const HELD = { positions: new Map([[AAPL, { quantity: 10, costBasis: 1_000 * DOLLAR }]]) };
const DAY = "2026-03-11" as NonNullable<Account["haltedDay"]>;
const LATER = { createdAt: (AT + 1_000) as Instant, clientKey: "KEY2" };

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<InvariantName, readonly Case[]>> = {
  I1: [
    {
      name: "two orders at the broker for one key",
      sound: [commit(order()), arrives("order-1"), arrives("order-1")],
      broken: [commit(order()), arrives("order-1"), arrives("order-2")],
      says: "KEY1 is two orders at the broker, order-1 and order-2",
    },
    {
      name: "an order at the broker before it is on record",
      sound: [commit(order()), arrives("order-1")],
      broken: [arrives("order-1"), commit(order())],
      says: "KEY1 is at the broker and not on record",
    },
  ],
  I2: [
    {
      name: "an execution booked twice",
      sound: [commit(fill()), commit(fill({ executionId: "execution-2" }))],
      broken: [commit(fill()), commit(fill())],
      says: "execution-1 is booked twice",
    },
    {
      name: "an execution never booked",
      sound: [commit(fill()), rest({ executions: [{ executionId: "execution-1" }] })],
      broken: [rest({ executions: [{ executionId: "execution-1" }] })],
      says: "execution-1 is not booked",
    },
    {
      name: "a share more there",
      sound: [commit(position()), rest(HELD)],
      broken: [commit(position({ quantity: shares(9) })), rest(HELD)],
      says: "9 AAPL are held here, 10 there",
    },
    {
      name: "a cost that differs by more than a ten-thousandth a share",
      sound: [commit(position({ costBasis: money(1_000 * DOLLAR + 10) })), rest(HELD)],
      broken: [commit(position({ costBasis: money(1_000 * DOLLAR + 11) })), rest(HELD)],
      says: "AAPL cost 11 more or less there",
    },
    {
      name: "a cent",
      sound: [rest({ cash: ACCOUNT.cash + 99 })],
      broken: [rest({ cash: ACCOUNT.cash + 100 })],
      says: `cash is ${ACCOUNT.cash} here, ${ACCOUNT.cash + 100} there`,
    },
  ],
  I3: [
    {
      name: "a reservation into the cash reserve",
      sound: [commit(order({ reservedCash: money(19_000 * DOLLAR) }))],
      broken: [commit(order({ reservedCash: money(19_000 * DOLLAR + 1) }))],
      says: "KEY1 leaves 9999999 of 10000000 to be kept",
    },
    {
      name: "cash below zero",
      sound: [commit(account({ cash: money(0) }))],
      broken: [commit(account({ cash: money(-1) }))],
      says: "cash is -1",
    },
  ],
  I4: [
    {
      name: "two sells of the same shares",
      sound: [commit(position()), commit(sell())],
      broken: [
        commit(position()),
        commit(sell()),
        commit(sell({ clientKey: "KEY2", quantity: shares(1) })),
      ],
      says: "KEY2 makes 11 offered of 10 held",
    },
    {
      name: "a holding below nothing",
      sound: [commit(position({ quantity: shares(1) }))],
      broken: [commit(position({ quantity: -1 as StoredPosition["quantity"] }))],
      says: "AAPL is held short",
    },
  ],
  I5: [
    {
      name: "more shares than an entry buys",
      sound: [commit(order({ quantity: shares(10) }))],
      broken: [commit(order({ quantity: shares(11) }))],
      says: "KEY1 buys 11, more than 10",
    },
    {
      name: "more shares than a position holds",
      sound: [commit(position({ quantity: shares(40) })), commit(order())],
      broken: [commit(position({ quantity: shares(41) })), commit(order())],
      says: "KEY1 makes 51 AAPL, more than 50",
    },
    {
      name: "a sale of more than an exit sells, but for a stop",
      sound: [
        commit(position({ quantity: shares(50) })),
        commit(sell({ quantity: shares(50), reason: "stop-loss" })),
      ],
      broken: [commit(position({ quantity: shares(50) })), commit(sell({ quantity: shares(11) }))],
      says: "KEY1 sells 11 of 50",
    },
    {
      name: "too large a share of equity",
      sound: [heard(250 * DOLLAR), commit(order())],
      broken: [heard(261 * DOLLAR), commit(order())],
      says: "KEY1 makes AAPL too large a share",
    },
  ],
  I6: [
    {
      name: "an order of the night that is not allowed",
      calendar: NYSE_CALENDAR,
      sound: [
        commit(settings({ limits: { ...SETTINGS.limits, allowAfterHours: true } })),
        commit(order({ createdAt: NIGHT as Instant, limit: DOLLAR as Price, extendedHours: true })),
      ],
      broken: [
        commit(order({ createdAt: NIGHT as Instant, limit: DOLLAR as Price, extendedHours: true })),
      ],
      says: "KEY1 was made outside the session",
    },
    {
      name: "an order of the night without a limit",
      calendar: NYSE_CALENDAR,
      sound: [commit(order())],
      broken: [
        commit(settings({ limits: { ...SETTINGS.limits, allowAfterHours: true } })),
        commit(order({ createdAt: NIGHT as Instant })),
      ],
      says: "KEY1 was made outside the session",
    },
  ],
  I7: [
    {
      name: "an entry a ten-thousandth above its trigger",
      sound: [
        commit(settings({})),
        commit(decision({ price: 970_000 as Price, reference: 1_000_000 as Price })),
      ],
      broken: [
        commit(settings({})),
        commit(decision({ price: 970_001 as Price, reference: 1_000_000 as Price })),
      ],
      says: "AAPL was entered at 970001 of a high of 1000000",
    },
    {
      name: "an exit a ten-thousandth below its trigger",
      sound: [
        commit(settings({})),
        commit(
          decision({
            verdict: "left",
            reason: "trail-rise",
            price: 1_030_000 as Price,
            reference: 1_000_000 as Price,
          }),
        ),
      ],
      broken: [
        commit(settings({})),
        commit(
          decision({
            verdict: "left",
            reason: "trail-rise",
            price: 1_029_999 as Price,
            reference: 1_000_000 as Price,
          }),
        ),
      ],
      says: "AAPL was left at 1029999 of a low of 1000000",
    },
    {
      name: "a decision at no price",
      sound: [commit(decision({ verdict: "waiting" }))],
      broken: [commit(decision({ price: Number.NaN as Price }))],
      says: "AAPL was decided at NaN",
    },
    {
      name: "a last price above the high",
      sound: [commit(trail(DOLLAR, DOLLAR))],
      broken: [commit(trail(DOLLAR, DOLLAR + 1))],
      says: "AAPL is outside its own trail",
    },
  ],
  I8: [
    {
      name: "an entry at a price of half a minute ago",
      sound: [heard(DOLLAR, AT - 30_000), commit(order())],
      broken: [heard(DOLLAR, AT - 30_001), commit(order())],
      says: "KEY1 enters AAPL at a price of 30001 ms ago",
    },
  ],
  I9: [
    {
      name: "an order while off",
      sound: [commit(settings({ automationEnabled: false })), commit(order({ origin: "manual" }))],
      broken: [commit(settings({ automationEnabled: false })), commit(order())],
      says: "KEY1 was sent while off",
    },
    {
      name: "an order of an account that is not active",
      sound: [commit(account()), commit(order())],
      broken: [commit(account({ status: "error" })), commit(order())],
      says: "KEY1 was sent while error",
    },
    {
      name: "an entry after the trial",
      sound: [
        commit(ofUser({ subscriptionStatus: "trial_expired" })),
        commit(position()),
        commit(sell()),
      ],
      broken: [commit(ofUser({ subscriptionStatus: "trial_expired" })), commit(order())],
      says: "KEY1 enters without a subscription",
    },
    {
      name: "an entry on a halted day",
      calendar: NYSE_CALENDAR,
      sound: [commit(account({ haltedDay: "2026-03-10" as typeof DAY })), commit(order())],
      broken: [commit(account({ haltedDay: DAY })), commit(order())],
      says: "KEY1 enters on a halted day",
    },
  ],
  I10: [
    {
      name: "an ended order at work again",
      sound: [
        commit(order({ status: "rejected", reservedCash: money(0) })),
        commit(order({ status: "working" })),
      ],
      broken: [
        commit(order({ status: "canceled", reservedCash: money(0) })),
        commit(order({ status: "working" })),
      ],
      says: "KEY1 was canceled and is working",
    },
    {
      name: "time that goes back",
      sound: [commit(order()), commit(order({ status: "working" }))],
      broken: [commit(order()), commit(order({ updatedAt: (AT - 1) as Instant }))],
      says: "KEY1 was changed before it was",
    },
    {
      name: "a fill that is taken back",
      sound: [commit(order({ filled: shares(1) })), commit(order({ filled: shares(2) }))],
      broken: [commit(order({ filled: shares(2) })), commit(order({ filled: shares(1) }))],
      says: "KEY1 lost fills",
    },
    {
      name: "an automated order that never ends",
      sound: [commit(order({ origin: "manual" })), rest()],
      broken: [commit(order()), rest()],
      says: "KEY1 is still submitting",
    },
  ],
  I11: [
    {
      name: "a second entry within the cool-down",
      sound: [
        commit(order()),
        commit(
          order({ ...LATER, createdAt: (AT + 1_000 * SETTINGS.limits.coolDownSec) as Instant }),
        ),
      ],
      broken: [
        commit(order()),
        commit(
          order({ ...LATER, createdAt: (AT + 1_000 * SETTINGS.limits.coolDownSec - 1) as Instant }),
        ),
      ],
      says: `KEY2 enters AAPL again after ${1_000 * SETTINGS.limits.coolDownSec - 1} ms`,
    },
  ],
  I12: [
    {
      name: "a fill without the cash it cost",
      sound: [commit(fill(), order(), position(), account())],
      broken: [commit(fill(), order(), position())],
      says: "a fill was committed without accounts",
    },
    {
      name: "an ended order that keeps cash aside",
      sound: [commit(order({ status: "canceled", reservedCash: money(0) }))],
      broken: [commit(order({ status: "canceled" }))],
      says: `KEY1 has ended and keeps ${1_030 * DOLLAR}`,
    },
  ],
  I13: [
    {
      name: "a 201st call within a minute",
      sound: calls(201, "answered", 301),
      broken: calls(201, "answered", 299),
      says: "the broker was called 201 times a minute",
    },
    {
      name: "a call before the rest is over",
      sound: calls(2, "too-many", 90_000),
      broken: calls(2, "too-many", 89_999),
      says: "the broker was called before its rest was over",
    },
    {
      name: "refused keys a fourth time",
      sound: calls(3, "keys-refused", 1_000),
      broken: calls(4, "keys-refused", 1_000),
      says: "refused keys were tried 4 times an hour",
    },
  ],
  I14: [
    {
      name: "more than there may be",
      sound: [{ kind: "kept", at: AT, kept: { what: "notices", count: 10, most: 10 } }],
      broken: [{ kind: "kept", at: AT, kept: { what: "notices", count: 11, most: 10 } }],
      says: "11 notices are kept, 10 at most",
    },
    {
      name: "a word too long",
      sound: [commit(decision({ verdict: "blocked", said: "x".repeat(300) }))],
      broken: [commit(decision({ verdict: "blocked", said: "x".repeat(301) }))],
      says: "a decision says 301 characters",
    },
  ],
  I15: [
    {
      name: "a worker whose lease was taken",
      sound: [commit(lease(1)), commit(lease(2)), commit(fenced(2), order())],
      broken: [commit(lease(1)), commit(lease(2)), commit(fenced(1), order())],
      says: "KEY1 was written under epoch 1 of 2",
    },
    {
      name: "a worker that does not ask",
      sound: [commit(lease(1)), commit(order({ origin: "manual" }))],
      broken: [commit(lease(1)), commit(order())],
      says: "KEY1 was written without a lease",
    },
  ],
  I16: [
    {
      name: "two accounts in one transaction",
      sound: [commit(order()), commit(order({ accountId: "other", clientKey: "KEY2" }))],
      broken: [commit(order(), order({ accountId: "other", clientKey: "KEY2" }))],
      says: `one transaction changed the books of ${accountId} and other`,
    },
  ],
  I18: [
    {
      name: "what the oracle missed",
      sound: [heard(DOLLAR)],
      broken: [{ kind: "missed", at: AT, words: "AAPL was wanted and not sent" }],
      says: "AAPL was wanted and not sent",
    },
  ],
  I19: [
    {
      name: "a baseline that moves by itself",
      sound: [
        commit(account({ baseline: money(100), baselineDay: DAY })),
        commit(
          {
            table: "capital",
            of: accountId,
            row: { accountId, cause: "a", at: AT as Instant, amount: money(5) },
          },
          account({ baseline: money(105), baselineDay: DAY }),
        ),
      ],
      broken: [
        commit(account({ baseline: money(100), baselineDay: DAY })),
        commit(account({ baseline: money(105), baselineDay: DAY })),
      ],
      says: "the baseline is 105, not 100",
    },
  ],
  I20: [
    {
      name: "an order that was told of twice",
      sound: [commit(order(), audit("order-placed")), commit(audit("order-denied"))],
      broken: [commit(order(), audit("order-placed")), commit(audit("order-placed"))],
      says: 'KEY1 has two lines "order-placed"',
    },
    {
      name: "an order nobody was told of",
      sound: [commit(order(), audit("order-placed")), rest()],
      broken: [commit(order()), rest()],
      says: "KEY1 is submitting, and the audit does not say so",
    },
  ],
  I21: [
    {
      name: "another hash",
      sound: keys(2, () => ({ kind: "ran", at: AT, hash: "a" })),
      broken: keys(2, (hash) => ({ kind: "ran", at: AT, hash })),
      says: "the same plan ran as KEY0 and as KEY1",
    },
  ],
  I22: [
    {
      name: "a 31st order within a minute",
      sound: orders(30),
      broken: orders(31),
      says: "KEY30 is the 31th order within a minute",
    },
    {
      name: "an entry of an account that is held back",
      sound: [
        commit(account({ reductions: [{ because: "too-many-orders-in-all", at: AT as Instant }] })),
        commit(order()),
      ],
      broken: [
        commit(account({ reductions: [{ because: "too-many-rejections", at: AT as Instant }] })),
        commit(order()),
      ],
      says: "KEY1 enters for an account held back for too-many-rejections",
    },
  ],
  I24: [
    {
      name: "a stop beside another order of its symbol",
      sound: [
        commit(position()),
        commit(sell({ quantity: shares(4), status: "canceled" })),
        commit(stop(LATER)),
      ],
      broken: [commit(position()), commit(sell({ quantity: shares(4) })), commit(stop(LATER))],
      says: "KEY2 rests beside KEY1, which is submitting",
    },
    {
      name: "a stop for other shares than are held",
      sound: [commit(position()), commit(stop())],
      broken: [commit(position()), commit(stop({ quantity: shares(9) }))],
      says: "KEY1 stops 9 of 10 held",
    },
    {
      name: "a stop that does not rest",
      sound: [commit(position()), commit(stop())],
      broken: [commit(position()), commit(stop({ limit: (80 * DOLLAR) as Price }))],
      says: "KEY1 is not a stop that rests",
    },
    {
      name: "a stop for another reason",
      sound: [commit(position()), commit(stop())],
      broken: [commit(position()), commit(stop({ reason: "stop-loss" }))],
      says: "KEY1 is for stop-loss",
    },
  ],
  I25: [
    {
      name: "a stop that nobody wants",
      sound: [commit(settings({ stopAtBroker: true })), commit(stop())],
      broken: [commit(settings({ stopAtBroker: false })), commit(stop())],
      says: "KEY1 was placed and not wanted",
    },
    {
      name: "a stop hard upon another",
      sound: [
        commit(settings({ stopAtBroker: true })),
        commit(stop({ status: "canceled" })),
        // Told of late.
        commitAt(AT + 2_000, stop({ status: "canceled", filled: shares(1) })),
        commitAt(AT + 5_000, stop({ clientKey: "KEY2" })),
      ],
      broken: [
        commit(settings({ stopAtBroker: true })),
        commit(stop({ status: "canceled" })),
        commitAt(AT + 4_999, stop({ clientKey: "KEY2" })),
      ],
      says: "KEY2 was placed 4999 ms after the one before",
    },
  ],
};

const brokenBy = async (
  name: InvariantName,
  calendar: Case["calendar"],
  happenings: readonly Happening[],
) => {
  const of = { accountId, userId, calendar: calendar ?? ALWAYS_CALENDAR };
  const watch = invariantWatch(of, [name]);
  await watch.begin(world.storage);
  for (const happening of happenings) watch.happened(happening);
  return watch.broken.map((words) => words.replace(/^\d+ /, ""));
};

describe.each(Object.entries(CASES) as [InvariantName, readonly Case[]][])("%s", (name, cases) => {
  it.each(cases)(
    "notices $name, and nothing short of it",
    async ({ broken, calendar, says, sound }) => {
      expect(await brokenBy(name, calendar, sound)).toEqual([]);
      expect(await brokenBy(name, calendar, broken)).toEqual([`${name} ${says}`]);
    },
  );
});

describe("the invariants of an account", () => {
  it("are all looked at, each by its name", async () => {
    const watch = invariantWatch({ accountId, userId, calendar: ALWAYS_CALENDAR });
    await watch.begin(inMemoryStorage());

    expect([...watch.looked.keys()]).toEqual(Object.keys(INVARIANTS));
  });
});
