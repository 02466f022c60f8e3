import type { Ticker } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Activity } from "../../ports/activity.ts";
import type { BrokerAccountReport } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { failed } from "../account/account-failure.ts";
import { auditText } from "../account/audit-text.ts";
import type { Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { stopAutomation } from "../safeguards/stop-automation.ts";
import type { BrokerWord } from "./read-broker.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

/**
 * Compares the venue's number of the account with the one we know, and keeps the first one we hear.
 * Another number is another account: nothing of it may be booked as if it were trades of ours.
 */
export async function knowVenueNumber(
  needs: Needs,
  account: Account,
  { accountNumber }: Pick<BrokerAccountReport, "accountNumber">,
): Promise<Result<"known", Refusal>> {
  if (account.venueAccountNumber === accountNumber) return ok("known");
  if (account.venueAccountNumber !== undefined) {
    await noteVenueReset(needs)(account.id);
    return refused({ kind: "venue-reset" });
  }
  await needs.storage.transact((tables) =>
    tables.accounts.change(account.id, (row) => ({
      ...row,
      venueAccountNumber: row.venueAccountNumber ?? accountNumber,
    })),
  );
  return ok("known");
}

/**
 * Whether two reconciliations in a row saw what no trade explains: every holding of ours gone and none
 * in its place, and cash that no activity explains. Only without orders at work, whose fills may be on
 * their way. Cash alone that differs only holds the account back (`noteDrift`).
 */
export function looksReset(before: Reconciled | undefined, found: Reconciled): boolean {
  if (!before || before.cashDrift !== found.cashDrift) return false;
  if (JSON.stringify(before.drift) !== JSON.stringify(found.drift)) return false;
  const areAllGone =
    0 < found.drift.length &&
    found.held === found.drift.length &&
    found.drift.every(({ theirs }) => theirs === 0);
  return areAllGone && found.cashDrift !== 0;
}

/**
 * Whether the broker still lists what was there before: a trade that was read, or what became of shares that
 * are gone now. An account that was begun anew lists neither. Where all is gone of one that goes on, that is
 * yet to be told, as a trade that the market took back, or a split that left no whole share.
 */
export const listsWhatWasThere =
  ({ fills }: Pick<Readers, "fills">) =>
  async (
    { activities, executions }: Pick<BrokerWord, "activities" | "executions">,
    { executionsReadTo, id }: Pick<Account, "executionsReadTo" | "id">,
    { drift }: Pick<Reconciled, "drift">,
  ): Promise<boolean> => {
    const gone = new Set(drift.map(({ ticker }) => ticker));
    const isTold =
      executions.some(({ at }) => at <= executionsReadTo) ||
      activities.some((one) => symbolsIn(one).some((symbol) => gone.has(symbol)));
    if (isTold) return true;
    // Parts of shares that wait for theirs keep what was booked since from counting as read.
    const ids = executions.map(({ executionId }) => executionId);
    return 0 < (await fills.bookedAmong(id, ids)).size;
  };

/** The symbols that an activity is about, under their names of before and after; trades tell of themselves. */
function symbolsIn(activity: Activity): readonly Ticker[] {
  if ("settles" in activity && activity.settles) return NONE;
  const { becomes, ticker } = { becomes: undefined, ticker: undefined, ...activity };
  return [becomes, ticker].filter((symbol) => symbol !== undefined);
}

const NONE: readonly Ticker[] = [];

/** Stops everything there until its user has confirmed to start again from what the broker shows. */
export const noteVenueReset =
  ({ announcer, clock, log, storage }: Needs) =>
  async (accountId: string): Promise<void> => {
    const at = clock.now();
    const stopped = await storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (account?.status !== "active") return undefined;
      await stopAutomation(tables, accountId, { by: "worker", at });
      await tables.audit.add({
        at,
        userId: account.userId,
        action: "broker-changed",
        text: `${auditText(account)}: stopped, the broker shows another account`,
      });
      return tables.accounts.change(accountId, (row) => failed(row, "venue-reset", at));
    });
    if (!stopped) return;
    log.error("venue-reset", { accountId });
    announcer.announce({ accountId, userId: stopped.userId, topic: "accounts-changed" });
  };
