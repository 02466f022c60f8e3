import type { IncomingMessage } from "node:http";

import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { EntriesNotKept, VenueUnwritable } from "@sevenfold/application/exchange/venue-journal";
import type { DefaultContext, ParameterizedContext } from "koa";

/** What is known of a request on its way in. */
export interface ExchangeState {
  /** Whose request it is, once it has passed the door. */
  account: VenueAccount;
}

export type ExchangeContext = ParameterizedContext<ExchangeState, DefaultContext>;
export type Next = () => Promise<unknown>;
export type ExchangeStep = (ctx: ExchangeContext, next: Next) => Promise<unknown>;

/** A request that has passed the door. */
export interface ExchangeRequest {
  readonly account: VenueAccount;
  /** What the parentheses of the route's pattern caught, decoded. */
  readonly captures: readonly string[];
  readonly query: URLSearchParams;
  readonly readBody: () => Promise<unknown>;
}

/** What goes back: JSON, or nothing. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly json?: unknown;
}

export interface ExchangeRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly pattern: RegExp;
  readonly answer: (request: ExchangeRequest) => Promise<ExchangeAnswer> | ExchangeAnswer;
}

export const json = (body: unknown, status = 200): ExchangeAnswer => ({ status, json: body });

/** A request that ends here, with an answer of its own. Thrown only while reading a request. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly answer: ExchangeAnswer;

  constructor(status: number, body: { readonly message: string; readonly code?: number }) {
    super(body.message);
    this.answer = { status, json: body };
  }
}

/** The request came to nothing because the exchange's journal could not be written. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof EntriesNotKept || error instanceof VenueUnwritable;

const BODY_BYTES_MAX = 64 * 1_024;
const ORIGIN = "http://exchange";

/** What a request asks for. Its line may hold what is no address at all, such as "//": then the root. */
export function addressOf({ url = "/" }: IncomingMessage): URL {
  return new URL(URL.canParse(url, ORIGIN) ? url : "/", ORIGIN);
}

/** Reads a body of JSON: 413 when too long, 400 when it is none. An empty one is {}. */
export async function readJsonBody(
  request: IncomingMessage,
  bytesMax = BODY_BYTES_MAX,
): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (bytesMax < length) throw new RequestRefused(413, { message: "request body too large" });
    parts.push(part);
  }
  if (length === 0) return {};
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    throw new RequestRefused(400, { code: 40010000, message: "request body format is invalid" });
  }
}

export function say(ctx: ExchangeContext, { status, json: body }: ExchangeAnswer): void {
  ctx.status = status;
  // What of a body was not read must not be taken for the next request.
  if (status === 413) ctx.set("Connection", "close");
  if (body === undefined) return;
  ctx.set("Content-Type", "application/json; charset=UTF-8");
  ctx.body = JSON.stringify(body);
}

/** Answers what is asked below an address, and lets all else pass. */
export const below =
  (prefix: string, step: ExchangeStep): ExchangeStep =>
  (ctx, next) =>
    ctx.path.startsWith(`${prefix}/`) ? step(ctx, next) : next();

/** What the parentheses of a route caught; what cannot be decoded stays as it came. */
export const decoded = (captures: readonly (string | undefined)[] = []): readonly string[] =>
  captures.map((part = "") => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
