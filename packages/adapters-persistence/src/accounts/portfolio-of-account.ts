/**
 * The portfolio of the account that the row `given` names, looked up by the insert itself: the
 * specification's tables name the portfolio, and the domain's rows name the account only.
 */
export const PORTFOLIO_OF_GIVEN =
  "(SELECT portfolio_id FROM user_broker_profiles WHERE id = given.broker_profile_id)";
