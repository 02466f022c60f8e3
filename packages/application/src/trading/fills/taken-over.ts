import type { Instant } from "@sevenfold/domain/market";
import type { Execution } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";

/**
 * Whether its order was over as the account was taken over, which took every open one over: the time of
 * its fills may be told wrongly, and when it was placed is not.
 */
export const hadEnded = (account: Account, { asSum }: Execution): boolean =>
  asSum !== undefined && isTakenOver(account, asSum.placedAt);

/** Whether it is part of the cash and the holdings that the account was taken over with. */
export const isTakenOver = ({ booksFrom }: Account, at: Instant): boolean =>
  booksFrom !== undefined && at < booksFrom;
