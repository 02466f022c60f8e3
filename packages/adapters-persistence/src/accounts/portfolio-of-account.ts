import { invariant } from "@sevenfold/domain/invariant";
import { isUuid } from "../uuid.ts";

/**
 * The portfolio an account belongs to, as an SQL expression for an insert: the specification's
 * tables name the portfolio, and the domain's rows name the account only.
 */
export function portfolioOfAccount(accountId: string): () => string {
  // It becomes part of the statement's text, so nothing but a uuid may pass.
  invariant(isUuid(accountId), `not an account's id: ${accountId}`);
  return () => `(SELECT portfolio_id FROM user_broker_profiles WHERE id = '${accountId}')`;
}
