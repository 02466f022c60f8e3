/**
 * Names a broker account by its id. On an answer: the account the answer is of. On a call: the one the
 * caller means; while another is in use the call is refused ("another-account") and changes nothing.
 */
export const ACCOUNT_HEADER = "Sevenfold-Account";

const OF_ACCOUNT = [
  "/api/account",
  "/api/decisions",
  "/api/goals",
  "/api/market/bars",
  "/api/market/glances",
  "/api/market/hours",
  "/api/orders",
  "/api/portfolio",
  "/api/positions",
  "/api/risk",
  "/api/trades",
  "/api/trading-config",
  "/api/worker",
] as const;

/** Whether a call is about the broker account in use, rather than its owner or the market. */
export const isOfAccount = (path: string): boolean =>
  OF_ACCOUNT.some((part) => path === part || path.startsWith(`${part}/`));
