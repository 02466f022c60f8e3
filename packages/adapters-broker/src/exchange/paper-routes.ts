import type { IncomingMessage } from "node:http";
import { InvariantViolation } from "@sevenfold/domain/invariant";

import { consumerSecretOfAccount } from "./etrade-signatures.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { addressOf, type ExchangeAnswer, json, readJsonBody } from "./exchange-http.ts";
import { timeText } from "./exchange-mapping.ts";
import {
  CLOCKS_APART_MAX_MS,
  executionFrom,
  PAPER_PREFIX,
  PaperAccountRequest,
  type PaperMarketAnswer,
} from "./paper-wire.ts";

/** Which market an exchange plays, for who wants to trade on it from another process. */
export type PaperMarket = Omit<PaperMarketAnswer, "isWritable" | "now" | "requestsPerMinute">;

export interface PaperNeeds {
  readonly desk: ExchangeDesk;
  readonly market: PaperMarket;
  readonly requestsPerMinute: number;
}

/** A history of some thousand executions. */
const BODY_BYTES_MAX = 8 * 2 ** 20;

/** Issues keys to whoever reaches this port; a web page open in somebody's browser does not. */
export async function answerPaper(
  request: IncomingMessage,
  { desk, market, requestsPerMinute }: PaperNeeds,
): Promise<ExchangeAnswer> {
  if (request.headers.origin !== undefined) return json({ message: "not for browsers" }, 403);
  const { pathname } = addressOf(request);
  const asked = `${request.method} ${pathname.slice(PAPER_PREFIX.length)}`;
  if (asked === "POST /accounts")
    return openAccount(desk, await readJsonBody(request, BODY_BYTES_MAX));
  if (asked === "GET /market")
    return json({
      ...market,
      requestsPerMinute,
      isWritable: desk.venue.isWritable,
      now: timeText(desk.now()),
    });
  const [, keyId] = /^GET \/keys\/(\w{1,64})$/.exec(asked) ?? [];
  if (keyId !== undefined && desk.venue.book.accountOfKey(keyId)) return json({ keyId });
  return json({ code: 40410000, message: "not issued here" }, 404);
}

async function openAccount(desk: ExchangeDesk, body: unknown): Promise<ExchangeAnswer> {
  const wanted = PaperAccountRequest.safeParse(body);
  if (!wanted.success) return refused(wanted.error.issues[0]?.message ?? "invalid request");
  const now = desk.now();
  const { cash, closes_at: closesAt, history, multiplier, opened_at: openedAt = now } = wanted.data;
  // The book never goes back: what came from tomorrow would end today for everybody.
  const latest = Math.max(openedAt, ...history.map(({ at }) => at));
  if (now + CLOCKS_APART_MAX_MS < latest) return refused("an account has no past in the future");
  if (closesAt !== undefined && closesAt <= openedAt)
    return refused("an account closes after it was opened");
  const known = history.find(({ order_id }) => desk.venue.book.order(order_id));
  if (known) return refused(`order ${known.order_id} stands in another account's book`);
  const opening = {
    cash,
    openedAt,
    ...(closesAt === undefined ? {} : { closesAt }),
    ...(multiplier === undefined ? {} : { multiplier }),
    history: history.map(executionFrom),
  };
  try {
    const opened = await desk.venue.openAccount(opening);
    if (!opened.ok) return json({ code: 40310000, message: "too many accounts" }, 403);
    const account = desk.venue.book.accounts.get(opened.value.accountId);
    return json({
      ...opened.value,
      ...(account && { signingSecret: consumerSecretOfAccount(account) }),
    });
  } catch (error) {
    // A history that cannot be, in words that say where.
    if (error instanceof InvariantViolation) return refused(error.message);
    throw error;
  }
}

const refused = (message: string): ExchangeAnswer => json({ code: 40010001, message }, 422);
