import { setTimeout as after } from "node:timers/promises";
import type {
  BenchVenue,
  BrokerCapability,
  ConnectOptions,
  VenueBench,
} from "@sevenfold/application/broker-kit/venue-bench";
import type { Broker } from "@sevenfold/application/ports/broker";
import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { bps, money, price, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { STOCKS } from "@sevenfold/domain/stocks";
import { type Exchange, startExchange } from "../exchange/start-exchange.ts";
import { benchHand } from "./bench-hand.ts";
import { benchIdentifiers } from "./bench-identifiers.ts";
import { type FaultyWire, faultyWire, type WireManners } from "./faulty-wire.ts";

/** A protocol the built-in exchange speaks, as the bench has to know it. */
export interface ExchangeFace {
  readonly name: string;
  readonly capabilities: readonly BrokerCapability[];
  readonly manners: WireManners;
  /** Lets the adapter in: answers how it connects, and what only this protocol can show. */
  enter(place: BenchPlace): Promise<EnteredFace>;
}

export type EnteredFace = Pick<BenchVenue, "secrets"> &
  Partial<BenchVenue> & { readonly connect: (options?: ConnectOptions) => Broker };

/** Where the adapter under test is let in. */
export interface BenchPlace {
  /** Behind the line that breaks. */
  readonly url: string;
  readonly keyId: string;
  readonly secretKey: string;
  readonly exchange: Exchange;
  readonly wire: FaultyWire;
  readonly now: () => Instant;
  moveTo(at: Instant): Promise<void>;
}

/** A Friday, 11:00 in New York. */
const START = instant(Date.UTC(2026, 10, 20, 16));
const CASH = money(100_000 * UNITS_PER_DOLLAR);
const PAUSE_MS = 5;
const DOTTED = {
  ticker: "BRK.B" as Ticker,
  name: "Berkshire Hathaway Inc.",
  sector: "Finance",
  basePrice: price(4_900_000),
  annualVolatilityBps: bps(2_500),
} as const;
const LISTED = [...STOCKS.slice(0, 2), DOTTED];
const DAY_MS = 24 * 3_600_000;

/** The built-in exchange as a bench: nothing trades by itself, and the line to it can be broken. */
export const exchangeBench = (face: ExchangeFace): VenueBench => ({
  name: face.name,
  capabilities: face.capabilities,
  open: () => openBenchVenue(face),
});

async function openBenchVenue(face: ExchangeFace): Promise<BenchVenue> {
  let at = START;
  const hand = benchHand(() => at);
  const exchange = await startExchange({
    port: 0,
    seed: 7,
    volatility: 1,
    hours: "always",
    stocks: LISTED,
    // The bench moves the book itself.
    tickMs: DAY_MS,
    hand,
    clock: { now: () => at },
    identifiers: benchIdentifiers(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const wire = await faultyWire(exchange.url, face.manners);
  const opened = await exchange.venue.openAccount({ cash: CASH, openedAt: at });
  invariant(opened.ok, "the bench's exchange opens an account");
  const { accountId, keyId, secretKey } = opened.value;
  const moveTo = async (next: Instant) => {
    at = next;
    await exchange.venue.advance(at);
  };
  const place = { url: wire.url, keyId, secretKey, exchange, wire, now: () => at, moveTo };
  const entered = await face.enter(place);
  const { suspended } = face.manners;
  return {
    tickers: {
      first: LISTED[0]!.ticker,
      second: LISTED[1]!.ticker,
      unlisted: "ZZZZ" as Ticker,
      dotted: DOTTED.ticker,
    },
    now: () => at,
    pass: (durationMs) => moveTo(instant(at + durationMs)),
    pause: () => after(PAUSE_MS),
    priceOf: (ticker) => price(Math.round(exchange.market.priceAt(ticker, at) / 100) * 100),
    ...hand.on(exchange.venue, accountId),
    passDayEnd: () => moveTo(exchange.calendar.sessionAt(at).extendedCloses),
    arrivalsOf: wire.arrivalsOf,
    callCount: wire.callCount,
    breakCalls: wire.breakCalls,
    mendCalls: wire.mendCalls,
    breakStream: async () => wire.breakStream(),
    mendStream: wire.mendStream,
    repeatMessages: wire.repeatMessages,
    sendGarbage: wire.sendGarbage,
    refuseCalls: () => wire.answerInstead(face.manners.tooMany),
    ...(suspended && { suspendAccount: () => wire.answerInstead(suspended, "submit") }),
    revokeKeys: () => exchange.venue.closeAccount(accountId, at),
    ...entered,
    async close() {
      await wire.close();
      await exchange.close();
    },
  };
}
