/** Rows and happenings of one account, from which the histories of the tests are made. */
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { Activity } from "../../../ports/activity.ts";
import type { OrderReport } from "../../../ports/broker.ts";
import type { Account } from "../../../ports/stores/account.ts";
import type { BookedActivity } from "../../../ports/stores/activity-store.ts";
import type { Decision } from "../../../ports/stores/decision-store.ts";
import type { BookedFill } from "../../../ports/stores/fill-store.ts";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import { drain } from "../../trading-world.ts";
import { openWorld } from "../../world/world.ts";
import type { WrittenRow } from "../told-storage.ts";
import type { BrokerBook, Happening, JudgedHistory } from "./account-history.ts";

export const world = await openWorld({ seed: 1, drain });
export const { accountId, userId } = world;
export const [AAPL] = world.tickers as readonly [Ticker];
const { read } = world.storage;
export const ACCOUNT = (await read.accounts.byId(accountId))!;
export const SETTINGS = (await read.settings.of(accountId))!;
const USER = (await read.users.byId(userId))!;
/** A Wednesday, 10:00 in New York. */
export const AT = world.clock.now() as number;
export const NIGHT = AT + 12 * 3_600_000;
export const DOLLAR = 10_000;

export const account = (row: Partial<Account> = {}): WrittenRow => ({
  table: "accounts",
  of: accountId,
  row: { ...ACCOUNT, ...row },
});
export const credentials = (sealedApiKey: string): WrittenRow => ({
  table: "credentials",
  of: accountId,
  row: { accountId, sealedApiKey, sealedSecretKey: "secret" },
});
export const settings = (row: Partial<Settings>): WrittenRow => ({
  table: "settings",
  of: accountId,
  row: { ...SETTINGS, ...row },
});
export const ofUser = (row: Partial<typeof USER>): WrittenRow => ({
  table: "users",
  of: userId,
  row: { ...USER, ...row },
});
export const order = (row: Partial<Order> = {}): WrittenRow => ({
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
export const sell = (row: Partial<Order> = {}) =>
  order({ side: "sell", reservedCash: money(0), reason: "trail-rise", ...row });
export const stop = (row: Partial<Order> = {}) =>
  sell({
    reason: "resting-stop",
    stop: (90 * DOLLAR) as Price,
    timeInForce: "until-canceled",
    ...row,
  });
export const position = (row: Partial<StoredPosition> = {}): WrittenRow => ({
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
export const fill = (row: Partial<BookedFill> = {}): WrittenRow => ({
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
export const decision = (row: Partial<Decision>): WrittenRow => ({
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
export const audit = (action: "order-placed" | "order-denied", key = "KEY1"): WrittenRow => ({
  table: "audit",
  of: userId,
  row: { at: AT as Instant, userId, action, text: `${key} buy 10 AAPL` },
});
/** Two for one, of the ten shares that are held. */
export const SPLIT: Activity = {
  kind: "split",
  id: "split-1",
  at: AT as Instant,
  ticker: AAPL,
  ratio: { from: 1, to: 2 },
  before: shares(10),
  after: shares(20),
};
export const bookedSplit = (): WrittenRow =>
  activity({ activityId: SPLIT.id, kind: "split", ticker: AAPL, shares: 10, amount: money(0) });
export const DEPOSIT: Activity = {
  id: "deposit-1",
  at: AT as Instant,
  kind: "deposit",
  amount: money(7),
};
export const bookedDeposit = (): WrittenRow =>
  activity({ activityId: DEPOSIT.id, kind: "deposit", shares: 0, amount: money(7) });
const activity = (row: Omit<BookedActivity, "accountId" | "at" | "isTakenOver">): WrittenRow => ({
  table: "activities",
  of: accountId,
  row: { accountId, at: AT as Instant, isTakenOver: false, ...row },
});
export const fenced = (epoch: number, of: string = accountId): WrittenRow => ({
  table: "fenced",
  of,
  row: { epoch },
});
export const lease = (epoch: number): WrittenRow => ({
  table: "leases",
  of: accountId,
  row: { accountId, owner: `worker-${epoch}`, epoch },
});
export const trail = (high: number, last: number): WrittenRow => ({
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

export const commitAt = (at: number, ...written: readonly WrittenRow[]): Happening => ({
  kind: "committed",
  at,
  written,
});
export const commit = (...written: readonly WrittenRow[]): Happening => commitAt(AT, ...written);
export const heard = (price: number, at = AT): Happening => ({
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
export const arrives = (brokerOrderId: string): Happening => ({
  kind: "at-broker",
  at: AT,
  notice: { kind: "order", report: { ...REPORT, brokerOrderId } },
});
/** Ten shares for a hundred dollars each, at the broker. */
export const sells = (): Happening => ({
  kind: "at-broker",
  at: AT,
  notice: {
    kind: "execution",
    execution: {
      ...{ executionId: "execution-1", brokerOrderId: "order-1", ticker: AAPL, side: "sell" },
      ...{ quantity: shares(10), price: (100 * DOLLAR) as Price, fee: money(0), at: AT as Instant },
    },
  },
});
const BOOK: BrokerBook = { cash: ACCOUNT.cash, positions: new Map(), executions: [] };
export const rest = (book: Partial<BrokerBook> = {}): Happening => ({
  kind: "at-rest",
  at: AT,
  book: { ...BOOK, ...book },
});
export const calls = (
  count: number,
  answer: "answered" | "too-many" | "keys-refused",
  everyMs: number,
) =>
  Array.from(
    { length: count },
    (_, index): Happening => ({ kind: "called", at: AT + index * everyMs, answer }),
  );
export const orders = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    commit(
      order({ clientKey: `KEY${index}`, ticker: `S${index}` as Ticker, reservedCash: money(0) }),
    ),
  );
export const keys = (count: number, ofEach: (key: string) => Happening) =>
  Array.from({ length: count }, (_, index) => ofEach(`KEY${index}`));

export interface Case {
  readonly name: string;
  readonly sound: readonly Happening[];
  readonly broken: readonly Happening[];
  readonly says: string;
  readonly calendar?: JudgedHistory["calendar"];
  /** What moved at the broker, before all of it. */
  readonly happened?: readonly Activity[];
  /** How many shares the broker has at the end; nobody knows when absent. */
  readonly sharesThere?: number;
  readonly letsIn?: JudgedHistory["letsIn"];
  /** What its exchange has halted, as every worker was told. */
  readonly halted?: Ticker;
}

export const HELD = { positions: new Map([[AAPL, { quantity: 10, costBasis: 1_000 * DOLLAR }]]) };
export const DAY = "2026-03-11" as NonNullable<Account["haltedDay"]>;
export const LATER = { createdAt: (AT + 1_000) as Instant, clientKey: "KEY2" };
