import type { Instant } from "@sevenfold/domain/market";
import type { TradingSession } from "@sevenfold/domain/trading-session";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { reductionOf } from "./reduce-account.ts";
import type { Refusal } from "./refusal.ts";
import { mayAutomate } from "./trading-rights.ts";

/**
 * What keeps the worker from buying anything for the account: asked as an entry is written down, and
 * again before each further attempt to send it. No exit is asked.
 */
export async function entryRefusalOf(
  { users }: Pick<Readers, "users">,
  account: Account,
  at: Instant,
): Promise<Refusal | undefined> {
  const user = await users.byId(account.userId);
  if (!(user && mayAutomate(user, at))) return { kind: "subscription-required" };
  return reductionOf(account, "automated", at);
}

/** Whether the loss limit of the session that is open has been reached. */
export const isHaltedIn = (
  { haltedDay }: Pick<Account, "haltedDay">,
  session: TradingSession | undefined,
): boolean => session !== undefined && haltedDay === session.day;
