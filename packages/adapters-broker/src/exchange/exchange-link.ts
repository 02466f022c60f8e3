import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
import type { VenueHours } from "@sevenfold/application/simulation/venue-hours";
import type { z } from "zod";

import {
  CLOCKS_APART_MAX_MS,
  PaperAccountAnswer,
  PaperMarketAnswer,
  paperAccountBody,
} from "./paper-wire.ts";

/** The built-in exchange as the product knows it, in this process or in another. */
export interface ExchangeLink {
  /** "http://127.0.0.1:4100"; trading and market data, REST and websockets. */
  readonly url: string;
  /** Which market it plays: histories made from it fit its prices. */
  readonly market: {
    readonly seed: number;
    readonly volatility: number;
    readonly hours: VenueHours;
  };
  readonly paperVenue: PaperVenue;
}

/** No exchange answers there, or one that the product cannot trade on. Its message is for a user. */
export class ExchangeUnfit extends Error {
  override readonly name = "ExchangeUnfit";
}

const ANSWER_WITHIN_MS = 10_000;
/** The product reads prices and bars of all stocks under one key. */
const REQUESTS_PER_MINUTE_MIN = 6_000;

/**
 * Links to an exchange that runs in another process. Rejects with ExchangeUnfit when none has answered
 * after so many attempts, and when its market, its clock or its limits are none to trade on.
 */
export async function linkExchange(
  url: string,
  { clock, attempts }: { readonly clock: Pick<Clock, "now" | "sleep">; readonly attempts: number },
): Promise<ExchangeLink> {
  const market = await marketAt(url, { clock, attempts });
  const obstacle = obstacleOf(market, Math.abs(market.now - clock.now()));
  if (obstacle !== undefined) throw new ExchangeUnfit(`The exchange at ${url} ${obstacle}`);
  const { hours, seed, volatility } = market;
  return { url, market: { hours, seed, volatility }, paperVenue: remotePaperVenue(url) };
}

async function marketAt(
  url: string,
  { clock, attempts }: Parameters<typeof linkExchange>[1],
): Promise<PaperMarketAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answered(await ask(`${url}/paper/market`), PaperMarketAnswer);
    } catch (error) {
      if (attempts <= attempt)
        throw new ExchangeUnfit(
          `No exchange answers at ${url} (${error instanceof Error ? error.message : error}). ` +
            "Start one with `sevenfold exchange --journal <file>`, or mend EXCHANGE_URL.",
        );
    }
    await clock.sleep(500);
  }
}

function obstacleOf(
  { isPlain, requestsPerMinute }: PaperMarketAnswer,
  clocksApartMs: number,
): string | undefined {
  if (!isPlain)
    return "plays recorded bars, a script or a clock of its own: start it without --bars, --faults, --from and --speed.";
  if (CLOCKS_APART_MAX_MS < clocksApartMs)
    return `has a clock ${Math.round(clocksApartMs / 1_000)} seconds from this one: set both by a time server.`;
  if (requestsPerMinute < REQUESTS_PER_MINUTE_MIN)
    return `lets an account ask ${requestsPerMinute} times a minute: start it with --requests-per-minute 10000.`;
  return undefined;
}

/** Accounts opened on an exchange in another process. */
const remotePaperVenue = (url: string): PaperVenue => ({
  async hasIssued(keyId) {
    const response = await ask(`${url}/paper/keys/${encodeURIComponent(keyId)}`);
    await response.body?.cancel();
    if (response.ok || response.status === 404) return response.ok;
    throw new BrokerUnavailable("network", `The exchange answered ${response.status}.`);
  },
  async openAccount(opening) {
    const body = JSON.stringify(paperAccountBody(opening));
    const response = await ask(`${url}/paper/accounts`, { method: "POST", body });
    return answered(response, PaperAccountAnswer);
  },
});

/** One request, never repeated: an account that was opened unheard is nobody's. */
async function ask(address: string, request: RequestInit = {}): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return await fetch(address, { ...request, redirect: "error", signal });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new BrokerUnavailable(
      "network",
      `The exchange did not answer: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

async function answered<Answer>(response: Response, shape: z.ZodType<Answer>): Promise<Answer> {
  const text = await response.text();
  if (!response.ok)
    throw new BrokerUnavailable("not-allowed", `The exchange refuses: ${text.slice(0, 200)}`);
  const answer = shape.safeParse(parsed(text));
  if (answer.success) return answer.data;
  throw new BrokerUnavailable("unreadable", "What answers is not Sevenfold's exchange.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
