import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_SHARES, type Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import { mayBe } from "../order-match.ts";
import {
  type Broker,
  type BrokerAccountReport,
  type BrokerPosition,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../ports/broker.ts";
import type { Account, StoredPosition } from "../ports/storage.ts";
import type { Refusal } from "../refusal.ts";
import { noteBrokerFailure } from "./account-failure.ts";
import { atOnce } from "./at-once.ts";
import { isOpenReport } from "./broker-snapshot.ts";
import { knownOrders } from "./external-order.ts";
import { matchUnanswered } from "./match-unanswered.ts";
import type { NotFoundWatch } from "./not-found-watch.ts";
import { type Booked, isTakenOver, recordExecution } from "./record-execution.ts";
import { afterReport, recordOrderReport } from "./record-order-report.ts";
import { repeatCancels } from "./repeat-cancels.ts";
import { settleUnanswered } from "./settle-unanswered.ts";
import { askedInTurn, isAtRest } from "./stop-board.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { isUnanswered } from "./unanswered-orders.ts";
import { knowVenueNumber } from "./venue-reset.ts";

/** Where the broker's holdings and our books differ. Shown, never traded away. */
export interface Drift {
  readonly ticker: Ticker;
  readonly ours: Quantity;
  readonly theirs: Quantity;
}

export interface Reconciled {
  readonly at: Instant;
  readonly drift: readonly Drift[];
  /** Symbols that our books hold. */
  readonly held: number;
  readonly broker: BrokerAccountReport;
  /** Booked cash less the broker's: deposits, fees and fractions we were not told. */
  readonly cashDrift: Money;
}

export type ReconcileAccount = (accountId: string) => Promise<Result<Reconciled, Refusal>>;

type Needs = Pick<
  TradingNeeds,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage"
>;

/** Hears of every execution the run books, as it is committed: also when the run fails later on. */
export type HearBooked = (booked: Booked) => void;

/** Read again from this long before the last known execution: a venue may file one late. */
const OVERLAP_MS = 2 * MINUTE_MS;
/** A venue's clock may be this far behind ours. */
const CLOCK_SLACK_MS = 5_000;
/** Orders the broker's list leaves out are asked for so many at a time. */
const FINDS_AT_ONCE_MAX = 4;

/** What the broker said of an account, read side by side and before anything was written. */
export interface BrokerWord {
  readonly accountId: string;
  readonly broker: Broker;
  /** When the first of it was asked for: what happened since, it may not know of. */
  readonly askedAt: Instant;
  readonly account: BrokerAccountReport;
  readonly executions: readonly Execution[];
  readonly orders: readonly OrderReport[];
  readonly positions: readonly BrokerPosition[];
  /** What the broker found, by our key, of open orders that its list leaves out. */
  readonly found: ReadonlyMap<string, OrderReport | undefined>;
}

/**
 * Makes our books say what the broker's say: the one path of start-up, reconnection and recovery.
 * It adopts and never trades. A read that fails leaves everything as it is: an answer we cannot
 * trust is no proof that something is gone.
 */
export const reconcileAccount =
  (needs: Needs, watch: NotFoundWatch, hear: HearBooked = () => undefined): ReconcileAccount =>
  async (accountId) => {
    const word = await readBroker(needs)(accountId);
    if (!word.ok) return word;
    const done = await applyBrokerWord(needs, watch, hear)(word.value);
    await repeatCancels(needs, word.value);
    return done;
  };

/** Everything that has to be asked of a broker. Writes nothing but that the broker cannot be asked. */
export const readBroker =
  (needs: Needs) =>
  async (accountId: string): Promise<Result<BrokerWord, Refusal>> => {
    const { brokers, clock, log, storage } = needs;
    const account = await storage.read.accounts.byId(accountId);
    if (!account) return refused({ kind: "account-not-found" });
    try {
      const broker = await brokers.connect(accountId);
      const askedAt = clock.now();
      const open = await storage.read.orders.open(accountId);
      const since = readFrom(account, open);
      const [theirs, positions, [executions, orders]] = await Promise.all([
        broker.account(),
        broker.positions(),
        // Executions first: whatever order they are of, the list of orders read after them shows it.
        broker
          .executionsSince(since)
          .then(async (told) => [told, await broker.ordersSince(since)] as const),
      ]);
      const found = await findUnlisted(needs, { accountId, broker, open, listed: orders });
      const told = { account: theirs, executions, orders, positions, found };
      return ok({ accountId, broker, askedAt, ...told });
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });
      await noteBrokerFailure(needs)(accountId, error);
      return refused({ kind: "broker-unavailable", message: error.message });
    }
  };

/**
 * What became of open orders of ours that the list leaves out. Where orders come without our keys, those
 * that look alike are told apart by `matchUnanswered`; when every one of them is known to be another of
 * ours, the list itself says that this one is not there. An order the broker cannot answer for stays as
 * it is, and holds up none of the others.
 */
async function findUnlisted(
  { clock, log, storage }: Pick<Needs, "clock" | "log" | "storage">,
  {
    accountId,
    broker,
    listed,
    open,
  }: {
    readonly accountId: string;
    readonly broker: Broker;
    readonly open: readonly Order[];
    readonly listed: readonly OrderReport[];
  },
): Promise<ReadonlyMap<string, OrderReport | undefined>> {
  const shown = new Set(
    listed.flatMap(({ brokerOrderId, clientKey }) => [brokerOrderId, clientKey]),
  );
  const unlisted = askedInTurn(
    open.filter(
      ({ brokerOrderId, clientKey, status }) =>
        status !== "intent" && !shown.has(clientKey) && !shown.has(brokerOrderId ?? clientKey),
    ),
    clock.now(),
  );
  const found = new Map<string, OrderReport | undefined>();
  if (unlisted.length === 0) return found;
  const nameless = broker.returnsKeys
    ? []
    : listed.filter(({ clientKey }) => clientKey === undefined);
  const known = await knownOrders(storage.read, accountId, nameless);
  await atOnce(unlisted, FINDS_AT_ONCE_MAX, async (order) => {
    const { clientKey } = order;
    const alike = isUnanswered(order) ? nameless.filter((report) => mayBe(report, order)) : [];
    if (0 < alike.length) {
      if (alike.every((report) => known.of(report))) found.set(clientKey, undefined);
      return;
    }
    try {
      found.set(clientKey, await broker.find(order));
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      log.warn("order-not-looked-up", { accountId, clientKey, error: error.message });
    }
  });
  return found;
}

/**
 * Takes the broker's word into the books. What is known already is compared in bulk and costs no
 * transaction; only news are written, each in a transaction of its own.
 */
export const applyBrokerWord =
  (needs: Needs, watch: NotFoundWatch, hear: HearBooked) =>
  async (word: BrokerWord): Promise<Result<Reconciled, Refusal>> => {
    const { accountId } = word;
    const { clock, storage } = needs;
    const account = await storage.read.accounts.byId(accountId);
    if (!account) return refused({ kind: "account-not-found" });
    const shown = await knowVenueNumber(needs, account, word.account);
    if (!shown.ok) return shown;
    const open = await storage.read.orders.open(accountId);
    const { reports, unclear } = await matchUnanswered(needs, word);
    const ours = new Set(open.map(({ clientKey }) => clientKey));
    const known = new Set([
      ...open.map(({ brokerOrderId }) => brokerOrderId),
      ...reports.flatMap(({ brokerOrderId, clientKey = "" }) =>
        ours.has(clientKey) ? brokerOrderId : [],
      ),
    ]);
    const kept = reports.filter(
      (report) => known.has(report.brokerOrderId) || isWorthKeeping(account, report),
    );
    await recordNews(needs, word, kept);
    await adopt(needs, account, word.executions, hear);
    // Now that their fills are booked, they may end.
    const ended = kept.filter((report) => known.has(report.brokerOrderId) && !isOpenReport(report));
    await recordNews(needs, word, ended);
    await settleUnanswered(needs, watch, { ...word, reports, unclear });
    const holdings = await storage.read.positions.of(accountId);
    const now = await storage.read.accounts.byId(accountId);
    if (!now) return refused({ kind: "account-not-found" });
    return ok({
      at: clock.now(),
      drift: driftOf(holdings, word.positions),
      held: holdings.length,
      broker: word.account,
      cashDrift: money(now.cash - word.account.cash),
    });
  };

/** Records those reports that say something our orders do not. */
async function recordNews(
  needs: Needs,
  { accountId, broker }: Pick<BrokerWord, "accountId" | "broker">,
  reports: readonly OrderReport[],
): Promise<void> {
  const { clock, storage } = needs;
  const known = await knownOrders(storage.read, accountId, reports);
  for (const report of reports) {
    const order = known.of(report);
    const after = order && afterReport(order, report, clock.now());
    const isSame = order?.brokerOrderId === report.brokerOrderId;
    if (isSame && after?.ok && after.value === order) continue;
    await recordOrderReport(needs, broker)(accountId, report);
  }
}

/** A stop that rests for days is not read from its first day on: the list would grow with each. */
const readFrom = (account: Account, open: readonly Order[]): Instant =>
  Math.min(
    account.executionsReadTo - OVERLAP_MS,
    ...open.filter((order) => !isAtRest(order)).map(({ createdAt }) => createdAt - CLOCK_SLACK_MS),
  ) as Instant;

/**
 * What somebody ordered elsewhere and took back leaves no trace in our books, nor does what had ended
 * before they began.
 */
const isWorthKeeping = (account: Account, report: OrderReport): boolean => {
  const { clientKey, filled, submittedAt } = report;
  if (isOpenReport(report)) return true;
  return !isTakenOver(account, submittedAt) && (clientKey !== undefined || 0 < filled);
};

async function adopt(
  needs: Needs,
  account: Account,
  executions: readonly Execution[],
  hear: HearBooked,
): Promise<void> {
  const { id: accountId } = account;
  const booked = await needs.storage.read.fills.bookedAmong(
    accountId,
    executions.map(({ executionId }) => executionId),
  );
  let readTo: Instant = account.executionsReadTo;
  let isSettled = true;
  for (const execution of executions) {
    if (!booked.has(execution.executionId) && !isTakenOver(account, execution.at)) {
      const recorded = await recordExecution(needs)(accountId, execution);
      if (recorded.ok && recorded.value.kind === "booked") hear(recorded.value);
      // What waits for the answer about an order is read again, however long that takes.
      isSettled &&= !recorded.ok || recorded.value.kind !== "unclear";
    }
    if (isSettled && readTo < execution.at) readTo = execution.at;
  }
  if (account.executionsReadTo < readTo) await noteReadTo(needs, accountId, readTo);
}

const noteReadTo = ({ storage }: Needs, accountId: string, readTo: Instant) =>
  storage.transact((tables) =>
    tables.accounts.change(accountId, (account) =>
      account.executionsReadTo < readTo ? { ...account, executionsReadTo: readTo } : account,
    ),
  );

function driftOf(
  ours: readonly StoredPosition[],
  theirs: readonly BrokerPosition[],
): readonly Drift[] {
  const quantities = new Map(theirs.map(({ ticker, quantity }) => [ticker, quantity] as const));
  const ourTickers = new Set(ours.map(({ ticker }) => ticker));
  return [
    ...ours.map(({ ticker, quantity }) => ({
      ticker,
      ours: quantity,
      theirs: quantities.get(ticker) ?? NO_SHARES,
    })),
    ...theirs
      .filter(({ ticker }) => !ourTickers.has(ticker))
      .map(({ ticker, quantity }) => ({ ticker, ours: NO_SHARES, theirs: quantity })),
  ].filter((drift) => drift.ours !== drift.theirs);
}
