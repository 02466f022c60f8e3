import { LookedUp } from "../plain-write.ts";

/**
 * The portfolio an account belongs to, looked up by the insert itself: the specification's tables
 * name the portfolio, and the domain's rows name the account only.
 */
export const portfolioOfAccount = (accountId: string): LookedUp =>
  new LookedUp(
    accountId,
    (id) => `(SELECT portfolio_id FROM user_broker_profiles WHERE id = ${id})`,
  );
