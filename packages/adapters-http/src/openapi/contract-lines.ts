import * as apiTokens from "@sevenfold/contract/api-tokens";
import * as brokers from "@sevenfold/contract/brokers";
import type { Endpoint, TextLine } from "@sevenfold/contract/endpoint";
import * as market from "@sevenfold/contract/market";
import * as orders from "@sevenfold/contract/orders";
import * as portfolio from "@sevenfold/contract/portfolio";
import * as settings from "@sevenfold/contract/settings";
import * as signIn from "@sevenfold/contract/sign-in";
import * as textLines from "@sevenfold/contract/text-lines";
import * as watchlist from "@sevenfold/contract/watchlist";
import * as worker from "@sevenfold/contract/worker";

/** The contract's files by the name their calls are grouped under. */
const FILES = {
  "Sign-in": signIn,
  "API tokens": apiTokens,
  Brokers: brokers,
  Portfolio: portfolio,
  Orders: orders,
  Settings: settings,
  Market: market,
  Watchlist: watchlist,
  Worker: worker,
} as const;

export interface ContractLine {
  /** The name the contract exports it by. */
  readonly name: string;
  readonly group: string;
  readonly endpoint: Endpoint;
}

/** Every call the contract declares. */
export const CONTRACT_LINES: readonly ContractLine[] = Object.entries(FILES).flatMap(
  ([group, file]) =>
    Object.entries(file).flatMap(([name, exported]) =>
      isEndpoint(exported) ? [{ name, group, endpoint: exported }] : [],
    ),
);

/** A call whose answer is a file or a stream. */
export interface NamedTextLine {
  readonly name: string;
  readonly group: string;
  readonly line: TextLine;
}

export const TEXT_LINES: readonly NamedTextLine[] = Object.entries(textLines).map(
  ([name, line]) => ({
    name,
    group: line.answers === "text/csv" ? "Orders" : "Live",
    line,
  }),
);

function isEndpoint(exported: unknown): exported is Endpoint {
  return (
    typeof exported === "object" &&
    exported !== null &&
    "method" in exported &&
    "path" in exported &&
    "access" in exported
  );
}
