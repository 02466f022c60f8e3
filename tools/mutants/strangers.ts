import type { MutantGroup } from "./mutant.ts";

const ROWS = "packages/adapters-persistence/src";
const SUITE = `${ROWS}/expanded-storage.test.ts`;
const FILLS = `${ROWS}/fills/typeorm-fill-store.ts`;
const REQUESTS = `${ROWS}/requests/typeorm-request-store.ts`;
const WATCHLIST = `${ROWS}/watchlist/typeorm-watchlist-store.ts`;

const EXECUTION = "knows an execution that another account has for none of this one's";
const SUMS = "sums an account's fills whatever is booked of another under the same names";
const CURVE = "thins one account's curve and leaves another's points of the same instants";
const SETTINGS = "changes an account's settings and nobody else's";
const REQUEST = "answers and forgets a user's request, though another's has its key";
const WATCHED = "takes a ticker off one watchlist, and chooses on one";
const LEFT = "gives one lease back, and one seat, of several that somebody has";

export const STRANGERS: MutantGroup = {
  breaks: "Whose rows are read, changed and removed",
  mutants: [
    {
      name: "An execution is found that another account has",
      file: FILLS,
      replace: "FROM executions WHERE broker_profile_id = $1 AND execution_id = $2",
      by: "FROM executions WHERE $1::text <> '' AND execution_id = $2",
      foundBy: { [SUITE]: [EXECUTION] },
    },
    {
      name: "An execution that another account has counts as booked",
      file: FILLS,
      replace: "WHERE broker_profile_id = $1 AND execution_id = ANY($2)",
      by: "WHERE $1::text <> '' AND execution_id = ANY($2)",
      foundBy: { [SUITE]: [EXECUTION] },
    },
    {
      name: "A sale of another account is given the gain of this one's",
      file: FILLS,
      replace: "SET realized = $3 WHERE broker_profile_id = $1 AND",
      by: "SET realized = $3 WHERE $1::text <> '' AND",
      foundBy: { [SUITE]: [EXECUTION] },
    },
    {
      name: "Capital of another account hides the cash of a fill",
      file: FILLS,
      replace: "flow WHERE flow.broker_profile_id = $1\n      AND flow",
      by: "flow WHERE $1 IS NOT NULL\n      AND flow",
      foundBy: { [SUITE]: [SUMS] },
    },
    {
      name: "A trade that another account's broker took back is not counted here",
      file: FILLS,
      replace: "WHERE activities.broker_profile_id = $1\n      AND activities",
      by: "WHERE $1 IS NOT NULL\n      AND activities",
      foundBy: { [SUITE]: [SUMS] },
    },
    {
      name: "An activity that another account has counts as booked",
      file: `${ROWS}/activities/typeorm-activity-store.ts`,
      replace: "where: { accountId, activityId: In",
      by: "where: { activityId: In",
      foundBy: { [SUITE]: [SUMS] },
    },
    {
      name: "An activity of another account is found",
      file: `${ROWS}/activities/typeorm-activity-store.ts`,
      replace: "{ where: { accountId, activityId } }",
      by: "{ where: { activityId } }",
      foundBy: { [SUITE]: [SUMS] },
    },
    {
      name: "A position that ends is removed from every account",
      file: `${ROWS}/positions/typeorm-position-store.ts`,
      replace: "DELETE FROM positions WHERE broker_profile_id = $1 AND",
      by: "DELETE FROM positions WHERE $1::text <> '' AND",
      foundBy: { [SUITE]: ["ends a position and leaves another account's of the symbol"] },
    },
    {
      name: "A curve's points are thinned together with another account's",
      file: `${ROWS}/equity/typeorm-equity-store.ts`,
      replace: "WHERE point.broker_profile_id = old.broker_profile_id AND point.at",
      by: "WHERE point.at",
      foundBy: { [SUITE]: [CURVE] },
    },
    {
      name: "A curve's points are graded by what follows them on another account's",
      file: `${ROWS}/equity/typeorm-equity-store.ts`,
      replace: "WHERE broker_profile_id = $1 AND point.at = graded.at",
      by: "WHERE $1 IS NOT NULL AND point.at = graded.at",
      foundBy: { [SUITE]: [CURVE] },
    },
    {
      name: "Settings are changed for every account",
      file: `${ROWS}/settings/typeorm-settings-store.ts`,
      replace: "(NULL::broker_trading_configs, $3))\n  WHERE broker_profile_id = $1",
      by: "(NULL::broker_trading_configs, $3))\n  WHERE $1::uuid IS NOT NULL",
      foundBy: { [SUITE]: [SETTINGS] },
    },
    {
      name: "Limits are changed for every account",
      file: `${ROWS}/settings/typeorm-settings-store.ts`,
      replace: "(NULL::risk_params, $4))\n  WHERE broker_profile_id = $1",
      by: "(NULL::risk_params, $4))\n  WHERE $1::uuid IS NOT NULL",
      foundBy: { [SUITE]: [SETTINGS] },
    },
    {
      name: "A request is answered with what another user's was answered",
      file: REQUESTS,
      replace: "{ where: { userId, key } }",
      by: "{ where: { key } }",
      foundBy: { [SUITE]: [REQUEST] },
    },
    {
      name: "A request's answer is kept for another user's as well",
      file: REQUESTS,
      replace: "requestSchema, { userId, key }, { answer }",
      by: "requestSchema, { key }, { answer }",
      foundBy: { [SUITE]: [REQUEST] },
    },
    {
      name: "A request that is abandoned abandons another user's",
      file: REQUESTS,
      replace: "requestSchema, { userId, key });",
      by: "requestSchema, { key });",
      foundBy: { [SUITE]: [REQUEST] },
    },
    {
      name: "A request that is old takes another user's young one along",
      file: REQUESTS,
      replace: "WHERE (user_id, key) IN\n    (SELECT user_id, key FROM",
      by: "WHERE key IN\n    (SELECT key FROM",
      foundBy: { [SUITE]: [REQUEST] },
    },
    {
      name: "A sale of another user is handed back",
      file: `${ROWS}/sales/typeorm-sale-store.ts`,
      replace: "{ where: { userId, requestKey } }",
      by: "{ where: { requestKey } }",
      foundBy: {
        [SUITE]: ["hands back a user's own sale, though another's request had its key"],
      },
    },
    {
      name: "A ticker is taken off every watchlist",
      file: WATCHLIST,
      replace: "remove(manager, watchlistSchema, { userId, ticker })",
      by: "remove(manager, watchlistSchema, { ticker })",
      foundBy: { [SUITE]: [WATCHED] },
    },
    {
      name: "A ticker is chosen on every watchlist",
      file: WATCHLIST,
      replace: "const chosen = { userId, ticker: In",
      by: "const chosen = { ticker: In",
      foundBy: { [SUITE]: [WATCHED] },
    },
    {
      name: "The others are chosen no more on every watchlist",
      file: WATCHLIST,
      replace: "const others = { userId, ticker: Not",
      by: "const others = { ticker: Not",
      foundBy: { [SUITE]: [WATCHED] },
    },
    {
      name: "A lease that is given back takes all of its owner's along",
      file: `${ROWS}/leases/typeorm-lease-store.ts`,
      replace: "WHERE broker_profile_id = $1 AND owner = $2`",
      by: "WHERE $1::text <> '' AND owner = $2`",
      foundBy: { [SUITE]: [LEFT] },
    },
    {
      name: "A seat that is left takes all of its owner's along",
      file: `${ROWS}/seats/typeorm-seat-store.ts`,
      replace: "WHERE name = $1 AND owner = $2",
      by: "WHERE $1::text <> '' AND owner = $2",
      foundBy: { [SUITE]: [LEFT] },
    },
    {
      name: "The holdings are those of any account of the user",
      file: `${ROWS}/positions/typeorm-holdings-store.ts`,
      replace: "user_id = $1 AND is_selected",
      by: "user_id = $1",
      foundBy: {
        [SUITE]: ["reads the holdings of the account in use, and of no other of the user"],
      },
    },
  ],
};
