import type { IncomingMessage, ServerResponse } from "node:http";

import type { VenueAccount } from "@sevenfold/application/simulation/venue-book";
import { EntriesNotKept, VenueUnwritable } from "@sevenfold/application/simulation/venue-journal";

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
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
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

export function send(response: ServerResponse, { status, json: body }: ExchangeAnswer): void {
  if (response.headersSent || response.destroyed) return;
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  // What of a body was not read must not be taken for the next request.
  if (status === 413) response.setHeader("connection", "close");
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=UTF-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
