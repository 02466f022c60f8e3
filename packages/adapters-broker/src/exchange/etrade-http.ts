import type { IncomingMessage } from "node:http";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";

import { xmlOf } from "./etrade-xml.ts";
import { type ExchangeContext, readJsonBody } from "./exchange-http.ts";

/** A signed request in the name of an account. */
export interface EtradeRequest {
  readonly account: VenueAccount;
  /** What the parentheses of the route's pattern caught, decoded. */
  readonly captures: readonly string[];
  readonly query: URLSearchParams;
  readonly readBody: () => Promise<unknown>;
}

/** Undefined is their empty list: 204 without a body. */
export type EtradeBody = Readonly<Record<string, unknown>> | undefined;

export interface EtradeRoute {
  readonly method: "GET" | "POST" | "PUT";
  readonly pattern: RegExp;
  readonly answer: (request: EtradeRequest) => Promise<EtradeBody> | EtradeBody;
}

/** A request that ends here, in E*TRADE's way of saying so. */
export class EtradeRefused extends Error {
  override readonly name = "EtradeRefused";
  readonly status: number;
  /** Sign-in errors have none. */
  readonly code: number | undefined;

  constructor(status: number, message: string, code?: number) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const oauthProblem = (problem: string): EtradeRefused =>
  new EtradeRefused(401, `oauth_problem=${problem}`);

/** JSON for those who ask for it, XML for all others, as E*TRADE has it. */
export function sayEtrade(ctx: ExchangeContext, status: number, body: EtradeBody): void {
  if (body === undefined) {
    ctx.status = 204;
    return;
  }
  const path = ctx.originalUrl.split("?")[0] ?? "";
  const wantsJson = path.endsWith(".json") || /json/.test(ctx.get("accept"));
  ctx.status = status;
  ctx.set("Content-Type", `application/${wantsJson ? "json" : "xml"};charset=utf-8`);
  ctx.body = wantsJson ? JSON.stringify(body) : xmlOf(body);
}

export const errorBody = ({ code, message }: EtradeRefused): EtradeBody => ({
  Error: { ...(code !== undefined && { code }), message },
});

/** Bodies are JSON here; the XML that E*TRADE takes too is refused in its own words. */
export async function readEtradeBody(request: IncomingMessage): Promise<unknown> {
  if (/xml/.test(request.headers["content-type"] ?? ""))
    throw new EtradeRefused(400, "The built-in exchange reads request bodies in JSON.", 400);
  return readJsonBody(request);
}
