import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";

import { BrokerUnavailable } from "../../ports/broker.ts";
import type { Account, StatusReason } from "../../ports/stores/account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A broker that is down is asked again soon, keys it refuses at most three times an hour. */
const RETRIES = {
  "broker-unavailable": { firstMs: MINUTE_MS / 2, mostMs: 15 * MINUTE_MS },
  "keys-refused": { firstMs: 20 * MINUTE_MS, mostMs: 360 * MINUTE_MS },
  "account-suspended": { firstMs: 20 * MINUTE_MS, mostMs: 360 * MINUTE_MS },
  // Nobody is asked: the keys never leave the database.
  "keys-unreadable": { firstMs: 5 * MINUTE_MS, mostMs: 60 * MINUTE_MS },
  // A list that left it out once may show it again.
  "account-not-chosen": { firstMs: 5 * MINUTE_MS, mostMs: 60 * MINUTE_MS },
} as const satisfies Partial<Record<StatusReason, object>>;

const isRetried = (reason: StatusReason): reason is keyof typeof RETRIES => reason in RETRIES;

/** When to try again, after this many failures in a row; undefined: when somebody asks for it. */
export function nextValidation(
  reason: StatusReason,
  failures: number,
  at: Instant,
): Instant | undefined {
  if (!isRetried(reason)) return undefined;
  const { firstMs, mostMs } = RETRIES[reason];
  return instant(at + Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 16)));
}

/** Why a broker that gave no answer keeps the account from being active. */
export function reasonOf({ reason }: BrokerUnavailable): StatusReason {
  if (reason === "credentials") return "keys-refused";
  if (reason === "keys-unreadable" || reason === "needs-authorisation") return reason;
  if (reason === "account-not-chosen") return reason;
  return reason === "not-allowed" ? "live-not-allowed" : "broker-unavailable";
}

/**
 * The account after one more failure. It waits for the broker, or for its user's first word there, as
 * pending; all else is an error.
 */
export function failed(account: Account, reason: StatusReason, at: Instant): Account {
  const { validateAt: _, ...kept } = account;
  const isAgain = account.statusReason === reason;
  const failures = isAgain ? (account.failedValidations ?? 0) + 1 : 1;
  const isNew = account.lastValidatedAt === undefined;
  // Which of several is meant, nobody but its user can say.
  const isTheirs = isNew && reason === "account-not-chosen";
  const validateAt = isTheirs ? undefined : nextValidation(reason, failures, at);
  const isWaiting = reason === "broker-unavailable" || (reason === "needs-authorisation" && isNew);
  return {
    ...kept,
    status: isWaiting ? "pending" : "error",
    statusReason: reason,
    failedValidations: failures,
    ...(validateAt === undefined ? {} : { validateAt }),
  };
}

/** When an account was let in last: keys that came since are others than those that were used. */
export type LetInAt = Account["lastValidatedAt"];

/**
 * Stops an active account whose keys the broker refuses or that do not open: nothing there is asked
 * again before the next validation. A broker that only does not answer is left to the usual retries, and
 * what was asked before the account was let in anew says nothing of it.
 */
export const noteBrokerFailure =
  ({
    announcer,
    brokers,
    clock,
    log,
    storage,
  }: Pick<TradingNeeds, "announcer" | "brokers" | "clock" | "log" | "storage">) =>
  async (
    accountId: string,
    error: unknown,
    { lastValidatedAt }: Pick<Account, "lastValidatedAt">,
  ): Promise<void> => {
    if (!(error instanceof BrokerUnavailable)) return;
    const reason = reasonOf(error);
    if (reason === "broker-unavailable") return;
    const stopped = await storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (account?.status !== "active" || account.lastValidatedAt !== lastValidatedAt)
        return undefined;
      return tables.accounts.change(accountId, (row) => failed(row, reason, clock.now()));
    });
    if (!stopped) return;
    log.error("account-in-error", { accountId, reason });
    brokers.release(accountId);
    announcer.announce({ accountId, userId: stopped.userId, topic: "accounts-changed" });
  };
