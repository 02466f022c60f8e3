import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_SHARES, type Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import {
  type BrokerAccountReport,
  type BrokerPosition,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../ports/broker.ts";
import type { Account, StoredPosition } from "../ports/storage.ts";
import type { Refusal } from "../refusal.ts";
import { noteBrokerFailure } from "./account-failure.ts";
import { isOpenReport } from "./broker-snapshot.ts";
import { matchUnanswered } from "./match-unanswered.ts";
import type { NotFoundWatch } from "./not-found-watch.ts";
import { type Booked, isTakenOver, recordExecution } from "./record-execution.ts";
import { recordOrderReport } from "./record-order-report.ts";
import { repeatCancels } from "./repeat-cancels.ts";
import { settleUnanswered } from "./settle-unanswered.ts";
import type { TradingNeeds } from "./trading-needs.ts";
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

/**
 * Makes our books say what the broker's say: the one path of start-up, reconnection and recovery.
 * It adopts and never trades. A read that fails leaves everything as it is: an answer we cannot
 * trust is no proof that something is gone.
 */
export const reconcileAccount =
  (needs: Needs, watch: NotFoundWatch, hear: HearBooked = () => undefined): ReconcileAccount =>
  async (accountId) => {
    const { brokers, clock, log, storage } = needs;
    const account = await storage.read.accounts.byId(accountId);
    if (!account) return refused({ kind: "account-not-found" });
    try {
      const broker = await brokers.connect(accountId);
      const shown = await knowVenueNumber(needs, account, await broker.account());
      if (!shown.ok) return shown;
      const open = await storage.read.orders.open(accountId);
      const since = readFrom(account, open);
      // Executions first: whatever order they are of, the list of orders read after them shows it.
      const executions = await broker.executionsSince(since);
      const listed = await broker.ordersSince(since);
      const { reports, unclear } = await matchUnanswered(needs, accountId, listed);
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
      for (const report of kept) await recordOrderReport(needs)(accountId, report);
      await adopt(needs, accountId, executions, hear);
      // Now that their fills are booked, they may end.
      for (const report of kept)
        if (known.has(report.brokerOrderId) && !isOpenReport(report))
          await recordOrderReport(needs)(accountId, report);
      await settleUnanswered(needs, watch, { accountId, broker, reports, unclear });
      await repeatCancels(needs, { accountId, broker, reports });
      const theirs = await broker.account();
      const holdings = await storage.read.positions.of(accountId);
      const drift = driftOf(holdings, await broker.positions());
      const now = await storage.read.accounts.byId(accountId);
      const cashDrift = money((now ?? account).cash - theirs.cash);
      return ok({ at: clock.now(), drift, held: holdings.length, broker: theirs, cashDrift });
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });
      await noteBrokerFailure(needs)(accountId, error);
      return refused({ kind: "broker-unavailable", message: error.message });
    }
  };

const readFrom = (account: Account, open: readonly Order[]): Instant =>
  Math.min(
    account.executionsReadTo - OVERLAP_MS,
    ...open.map(({ createdAt }) => createdAt - CLOCK_SLACK_MS),
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
  accountId: string,
  executions: readonly Execution[],
  hear: HearBooked,
): Promise<void> {
  let readTo: Instant | undefined;
  let isSettled = true;
  for (const execution of executions) {
    const recorded = await recordExecution(needs)(accountId, execution);
    if (recorded.ok && recorded.value.kind === "booked") hear(recorded.value);
    // What waits for the answer about an order is read again, however long that takes.
    isSettled &&= !recorded.ok || recorded.value.kind !== "unclear";
    if (isSettled) readTo = execution.at;
  }
  if (readTo !== undefined) await noteReadTo(needs, accountId, readTo);
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
