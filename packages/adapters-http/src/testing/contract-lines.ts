import type { Endpoint } from "@sevenfold/contract/endpoint";
import * as market from "@sevenfold/contract/market";
import * as orders from "@sevenfold/contract/orders";
import * as portfolio from "@sevenfold/contract/portfolio";
import * as signIn from "@sevenfold/contract/sign-in";
import * as watchlist from "@sevenfold/contract/watchlist";
import * as worker from "@sevenfold/contract/worker";

/** Every call the contract declares, whoever serves it. */
export const CONTRACT_LINES: readonly Endpoint[] = [
  market,
  orders,
  portfolio,
  signIn,
  watchlist,
  worker,
].flatMap((file) => Object.values(file).filter(isEndpoint));

export const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method.toUpperCase()} ${path}`;

function isEndpoint(exported: unknown): exported is Endpoint {
  return (
    typeof exported === "object" &&
    exported !== null &&
    "method" in exported &&
    "path" in exported &&
    "access" in exported
  );
}
