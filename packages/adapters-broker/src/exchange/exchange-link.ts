import type { VenueHours } from "@sevenfold/application/exchange/venue-hours";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Log } from "@sevenfold/application/ports/log";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
import type { z } from "zod";

import { AnswerCut, type ReadAnswer, readAnswer } from "../read-answer.ts";
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
  /** Whether it takes orders: not while its journal cannot be written. Rejects when it does not answer. */
  readonly isWritable: () => Promise<boolean>;
  readonly paperVenue: PaperVenue;
}

/** No exchange answers there, or one that the product cannot trade on. Its message is for a user. */
export class ExchangeUnfit extends Error {
  override readonly name = "ExchangeUnfit";
}

const ANSWER_WITHIN_MS = 10_000;
/** Whoever asks whether we are ready waits for it. */
const READY_WITHIN_MS = 2_000;
const ASK_AGAIN_MS = 500;
/** The product reads prices and bars of all stocks under one key. */
const REQUESTS_PER_MINUTE_MIN = 6_000;

export interface LinkNeeds {
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** How often it is asked, twice a second, while nobody answers. */
  readonly attempts: number;
  readonly log: Pick<Log, "warn">;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Links to an exchange that runs in another process. Rejects with ExchangeUnfit when none has answered
 * after so many attempts, and when its market, its clock or its limits are none to trade on.
 */
export async function linkExchange(url: string, needs: LinkNeeds): Promise<ExchangeLink> {
  const { clock } = needs;
  const market = await marketAt(url, needs);
  const obstacle = obstacleOf(market, Math.abs(market.now - clock.now()));
  if (obstacle !== undefined) throw new ExchangeUnfit(`The exchange at ${url} ${obstacle}`);
  const { hours, seed, volatility } = market;
  return {
    url,
    market: { hours, seed, volatility },
    isWritable: async () => (await askMarket(url, READY_WITHIN_MS)).isWritable,
    paperVenue: remotePaperVenue(url),
  };
}

async function marketAt(
  url: string,
  { clock, attempts, log, signal }: LinkNeeds,
): Promise<PaperMarketAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askMarket(url);
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      const hint = "Start one with `sevenfold exchange --journal <file>`, or mend EXCHANGE_URL.";
      if (error.reason !== "network")
        throw new ExchangeUnfit(`What answers at ${url} is not Sevenfold's exchange. ${hint}`);
      if (attempts <= attempt || signal?.aborted)
        throw new ExchangeUnfit(`No exchange answers at ${url} (${error.message}). ${hint}`);
      if (attempt === 1) log.warn("exchange-awaited", { url, error: error.message });
    }
    await clock.sleep(ASK_AGAIN_MS, signal);
  }
}

const askMarket = async (url: string, withinMs = ANSWER_WITHIN_MS): Promise<PaperMarketAnswer> =>
  answered(await ask(`${url}/paper/market`, {}, withinMs), PaperMarketAnswer);

function obstacleOf(
  { isPlain, requestsPerMinute }: PaperMarketAnswer,
  clocksApartMs: number,
): string | undefined {
  if (!isPlain)
    return "plays recorded bars, a script or a clock of its own: start it without --bars, --faults, --from and --speed.";
  if (CLOCKS_APART_MAX_MS < clocksApartMs)
    return `has a clock ${Math.round(clocksApartMs / 1_000)} seconds from this one: set both by a time server.`;
  if (requestsPerMinute < REQUESTS_PER_MINUTE_MIN)
    return `lets an account ask ${requestsPerMinute} times a minute: start it with --requests-per-minute 100000.`;
  return undefined;
}

/** Accounts opened on an exchange in another process. */
const remotePaperVenue = (url: string): PaperVenue => ({
  async hasIssued(keyId) {
    const response = await ask(`${url}/paper/keys/${encodeURIComponent(keyId)}`);
    if (response.isOk || response.status === 404) return response.isOk;
    throw new BrokerUnavailable("network", `The exchange answered ${response.status}.`);
  },
  async openAccount(opening) {
    const body = JSON.stringify(paperAccountBody(opening));
    const response = await ask(`${url}/paper/accounts`, { method: "POST", body });
    return answered(response, PaperAccountAnswer);
  },
});

/** One request, never repeated: an account that was opened unheard is nobody's. */
async function ask(
  address: string,
  request: RequestInit = {},
  withinMs = ANSWER_WITHIN_MS,
): Promise<ReadAnswer> {
  try {
    return await readAnswer(address, request, { timeoutMs: withinMs });
  } catch (error) {
    if (error instanceof AnswerCut && error.cut === "too-long")
      throw new BrokerUnavailable("unreadable", "The exchange's answer was too long.");
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new BrokerUnavailable(
      "network",
      `The exchange did not answer: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

function answered<Answer>({ isOk, text }: ReadAnswer, shape: z.ZodType<Answer>): Answer {
  if (!isOk)
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
