import { BPS_PER_ONE, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { BrokerAccountReport } from "../ports/broker.ts";
import type { Account } from "../ports/storage.ts";
import type { Refusal } from "../refusal.ts";
import { failed } from "./account-failure.ts";
import { auditText } from "./audit-text.ts";
import type { Reconciled } from "./reconcile-account.ts";
import { stopAutomation } from "./stop-automation.ts";
import type { TradingNeeds } from "./trading-needs.ts";

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

/** Smaller differences are dividends, interest and fees; larger ones somebody should look at. */
const CASH_JUMP_BPS = 1_000;
const CASH_JUMP_MIN = 100 * UNITS_PER_DOLLAR;

/**
 * Whether two reconciliations in a row saw what no trade explains: every holding of ours gone and
 * none in its place, or cash off by a tenth of the account. Only without orders at work, whose fills
 * may be on their way.
 */
export function looksReset(before: Reconciled | undefined, found: Reconciled): boolean {
  if (!before || before.cashDrift !== found.cashDrift) return false;
  if (JSON.stringify(before.drift) !== JSON.stringify(found.drift)) return false;
  const areAllGone =
    0 < found.drift.length &&
    found.held === found.drift.length &&
    found.drift.every(({ theirs }) => theirs === 0);
  const jump = Math.abs(found.cashDrift);
  const isJump =
    CASH_JUMP_MIN <= jump && Math.abs(found.broker.equity) * CASH_JUMP_BPS <= jump * BPS_PER_ONE;
  return (areAllGone && found.cashDrift !== 0) || isJump;
}

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
