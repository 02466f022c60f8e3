import { setTimeout as sleep } from "node:timers/promises";

import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { z } from "zod";

import type { CallBudget } from "../call-budget.ts";
import { type EtradeAnswer, unavailable } from "./etrade-answer.ts";
import { callEtrade, type EtradeCall, type EtradeConnection } from "./etrade-http.ts";
import type { OauthPair } from "./etrade-signature.ts";
import { type Renewal, renewAccess } from "./etrade-tokens.ts";

/** What a user's word at E*TRADE gave us: good until midnight in New York, whatever we do. */
export interface EtradeAccess {
  readonly token: OauthPair;
  readonly expiresAt: Instant;
}

/** Calls in the name of one user, on a token that is kept awake. */
export interface EtradeLine {
  readonly now: () => Instant;
  /** Asks; with a token that fell asleep once more, after it was woken. */
  read(call: EtradeCall): Promise<EtradeAnswer>;
  /** Asks once, whatever comes: for what must not happen twice. */
  send(call: EtradeCall): Promise<EtradeAnswer>;
}

/** A token sleeps after two hours without a call. */
const WAKE_AFTER_MS = 90 * MINUTE_MS;
/** First and longest wait before a renewal without an answer is tried again. */
const RENEW_AGAIN_MS_MIN = 2_000;
const RENEW_AGAIN_MS_MAX = 60_000;
/** So long a token that it has just renewed may be refused before that is believed: it costs the day. */
const CONTRADICTED_MS = MINUTE_MS;

const NEVER_LET_IN = "E*TRADE has not let Sevenfold in yet.";
const NIGHT = "E*TRADE ends every sign-in at midnight in New York.";

export function etradeLine(
  connection: EtradeConnection,
  access: EtradeAccess | undefined,
  budget: CallBudget,
): EtradeLine {
  const now = () => connection.now() as Instant;
  const limiterOf = {
    orders: rateLimiter(connection.callSpacingMs),
    rest: rateLimiter(connection.callSpacingMs),
  };
  let lastOkAt = now();
  let waking: Promise<Renewal> | undefined;
  let contradictedFrom: Instant | undefined;
  let unanswered:
    | { readonly renewal: Renewal; readonly count: number; readonly until: number }
    | undefined;

  /** One renewal at a time; after one that got no answer the next waits, and comes to the same. */
  const wake = ({ token }: EtradeAccess): Promise<Renewal> => {
    if (unanswered && now() < unanswered.until) return Promise.resolve(unanswered.renewal);
    waking ??= renewAccess(connection, token)
      .then((renewal) => {
        const count = renewal.kind === "unanswered" ? (unanswered?.count ?? 0) + 1 : 0;
        const until = now() + Math.min(RENEW_AGAIN_MS_MAX, RENEW_AGAIN_MS_MIN * 2 ** (count - 1));
        unanswered = 0 < count ? { renewal, count, until } : undefined;
        if (renewal.kind === "renewed") lastOkAt = now();
        return renewal;
      })
      .finally(() => {
        waking = undefined;
      });
    return waking;
  };

  async function send(call: EtradeCall): Promise<EtradeAnswer> {
    if (!access) return signedOut(NEVER_LET_IN);
    if (access.expiresAt <= now()) return signedOut(NIGHT);
    if (WAKE_AFTER_MS < now() - lastOkAt) await wake(access);
    await (call.path.includes("/orders") ? limiterOf.orders() : limiterOf.rest());
    const answer = await callEtrade(connection, { budget, token: access.token }, call);
    if (answer.kind === "ok") lastOkAt = now();
    if (answer.kind === "ok") contradictedFrom = undefined;
    return answer;
  }

  /** What a call with a token that was just renewed comes to. */
  async function sendRenewed(call: EtradeCall): Promise<EtradeAnswer> {
    const answer = await send(call);
    if (!isAsleep(answer)) return answer;
    contradictedFrom ??= now();
    return now() - contradictedFrom < CONTRADICTED_MS
      ? { kind: "lost", why: "unanswered", message: answer.message }
      : answer;
  }

  return {
    now,
    send,
    async read(call) {
      const answer = await send(call);
      if (!isAsleep(answer) || !access || access.expiresAt <= now()) return answer;
      const renewal = await wake(access);
      if (renewal.kind === "renewed") return sendRenewed(call);
      // Whether the token sleeps or is over, E*TRADE has not said.
      return renewal.kind === "unanswered" ? renewal.answer : renewal;
    },
  };
}

const isAsleep = (answer: EtradeAnswer): answer is Extract<EtradeAnswer, { kind: "refused" }> =>
  answer.kind === "refused" && answer.why === "authorisation";

const signedOut = (message: string): EtradeAnswer => ({
  kind: "refused",
  why: "authorisation",
  message,
});

/** Lets one caller through every so often, in the order they came. */
function rateLimiter(spacingMs: number): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const at = performance.now();
    const waitMs = nextAt - at;
    nextAt = Math.max(at, nextAt) + spacingMs;
    if (0 < waitMs) await sleep(waitMs);
  };
}

const REASONS = {
  keys: "credentials",
  authorisation: "needs-authorisation",
  clock: "unreadable",
  request: "unreadable",
} as const satisfies Record<
  Extract<EtradeAnswer, { kind: "refused" }>["why"],
  BrokerUnavailable["reason"]
>;

/** The body in the shape we know, or an exception: an unreadable snapshot is not an empty one. */
export function readAs<Shape extends z.ZodType>(
  shape: Shape,
  answer: EtradeAnswer,
): z.output<Shape> {
  return shapeOf(shape, bodyOf(answer));
}

/** The same for a list, of which their answer is nothing at all when it is empty. */
export function readListAs<Shape extends z.ZodType>(
  shape: Shape,
  answer: EtradeAnswer,
): z.output<Shape> | undefined {
  const body = bodyOf(answer);
  return body === undefined ? undefined : shapeOf(shape, body);
}

/** Half of the second that a date of theirs leaves open: it is never told further off than that. */
const HALF_SECOND_MS = 500;

/** What time it was there by an answer, whatever it says: one that refuses our time tells it as well. */
export function dateOf(answer: EtradeAnswer): Instant {
  if (answer.kind !== "ok" && answer.kind !== "refused") throw missing(answer);
  if (answer.date === undefined)
    throw new BrokerUnavailable("unreadable", "E*TRADE does not say what time it is there.");
  return instant(answer.date + HALF_SECOND_MS);
}

function bodyOf(answer: EtradeAnswer): unknown {
  if (answer.kind === "lost" || answer.kind === "not-sent") throw missing(answer);
  if (answer.kind === "refused") throw new BrokerUnavailable(REASONS[answer.why], answer.message);
  return answer.body;
}

const missing = (answer: Extract<EtradeAnswer, { kind: "lost" | "not-sent" }>) =>
  answer.kind === "lost" ? unavailable(answer) : notSent(answer);

/** Asked too often, unless there was nobody to ask. */
const notSent = ({
  message,
  retryAfterMs,
}: Extract<EtradeAnswer, { kind: "not-sent" }>): BrokerUnavailable =>
  new BrokerUnavailable(0 < retryAfterMs ? "rate-limit" : "network", message);

function shapeOf<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const read = shape.safeParse(body);
  if (!read.success)
    throw new BrokerUnavailable("unreadable", "E*TRADE's answer could not be read.");
  return read.data;
}
