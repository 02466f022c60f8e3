import type { Row } from "./call.ts";
import { TOKEN_CALLS } from "./calls/api-tokens.ts";
import { BILLING_CALLS } from "./calls/billing.ts";
import { BROKER_CALLS } from "./calls/brokers.ts";
import { FILE_CALLS, LIVE_CALLS } from "./calls/files-and-stream.ts";
import { MARKET_CALLS } from "./calls/market.ts";
import { ORDER_CALLS } from "./calls/orders.ts";
import { PORTFOLIO_CALLS } from "./calls/portfolio.ts";
import { SETTINGS_CALLS } from "./calls/settings.ts";
import { SIGN_IN_CALLS } from "./calls/sign-in.ts";
import { WATCHLIST_CALLS } from "./calls/watchlist.ts";
import { WORKER_CALLS } from "./calls/worker.ts";

/** Every HTTP call there is. Schemas are attached to them in the files of this folder. */
export const CALLS = {
  ...SIGN_IN_CALLS,
  ...TOKEN_CALLS,
  ...BILLING_CALLS,
  ...PORTFOLIO_CALLS,
  ...ORDER_CALLS,
  ...FILE_CALLS,
  ...SETTINGS_CALLS,
  ...MARKET_CALLS,
  ...WATCHLIST_CALLS,
  ...WORKER_CALLS,
  ...BROKER_CALLS,
  ...LIVE_CALLS,
};
type Calls = typeof CALLS;

export type CallName = keyof Calls;
/** What answers text: files and the live stream. */
export type TextCallName = keyof typeof FILE_CALLS | keyof typeof LIVE_CALLS;
/** What answers JSON. */
export type JsonCallName = Exclude<CallName, TextCallName>;

/** Any row. */
export type Call<Name extends CallName = CallName> = Row & {
  readonly name: Name;
  /** What it is listed under. */
  readonly group: string;
};

export const callOf = <Name extends CallName>(name: Name): Call<Name> =>
  CALLS[name] as unknown as Call<Name>;

export const ALL_CALLS: readonly Call[] = (Object.keys(CALLS) as CallName[]).map(callOf);

/** Those that the live stream pushes; which account is in use is told before what is of it. */
export const PUSHED_CALLS = ALL_CALLS.filter(({ fresh }) => fresh?.kept === "pushed");

/** The call whose answer a browser keeps under this address: its path and query, or path and body. */
export function callAt(address: string): Call | undefined {
  const [path = ""] = address.split(/[? ]/);
  return kept.find(({ pattern }) => pattern.test(path))?.call;
}

/** Fixed paths first: `/api/market/quote/:symbol` is no other call's. */
const kept = ALL_CALLS.filter(({ fresh }) => fresh !== undefined)
  .toSorted((one, other) => Number(one.path.includes(":")) - Number(other.path.includes(":")))
  .map((call) => ({
    call,
    pattern: new RegExp(`^${call.path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }));
