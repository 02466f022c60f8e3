import { setTimeout as after } from "node:timers/promises";
import type {
  BenchVenue,
  BrokerCapability,
  VenueBench,
} from "@sevenfold/application/broker-kit/venue-bench";
import type { Venue } from "@sevenfold/application/exchange/venue";
import type { VenueHours } from "@sevenfold/application/exchange/venue-hours";
import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { bps, money, type Price, price, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { STOCKS } from "@sevenfold/domain/stocks";
import type { Exchange } from "../exchange/exchange-settings.ts";
import { startExchange } from "../exchange/start-exchange.ts";
import { type BenchHand, benchHand } from "./bench-hand.ts";
import { benchIdentifiers } from "./bench-identifiers.ts";
import { type FaultyWire, faultyWire, type WireManners } from "./faulty-wire.ts";

/** A broker's protocol, as far as a bench has to know it. */
export interface BenchProtocol {
  /** Of the adapter. */
  readonly name: string;
  readonly capabilities: readonly BrokerCapability[];
  readonly manners: WireManners;
  /** Around the clock, one session a day, unless said otherwise. */
  readonly hours?: VenueHours;
  /** Speaks it on a port of this machine. Left out where the built-in exchange does. */
  readonly serve?: (desk: BenchDesk) => Promise<ServedProtocol>;
  /** How the adapter connects, and what only this protocol can show. */
  readonly enter: (place: BenchPlace) => Promise<EnteredProtocol>;
}

/** What a server of one's own speaks for: a venue, and the one account on it. */
export interface BenchDesk {
  readonly venue: Venue;
  readonly accountId: string;
  readonly keyId: string;
  readonly secretKey: string;
  readonly now: () => Instant;
  readonly priceOf: (ticker: Ticker) => Price;
}

export interface ServedProtocol {
  readonly url: string;
  close(): Promise<void>;
}

export type EnteredProtocol = Pick<BenchVenue, "secrets" | "connect"> & Partial<BenchVenue>;

/** Where the adapter under test is let in. */
export interface BenchPlace extends Pick<BenchDesk, "accountId" | "keyId" | "secretKey" | "now"> {
  /** Behind the line that breaks. */
  readonly url: string;
  readonly exchange: Exchange;
  readonly wire: FaultyWire;
  readonly moveTo: (at: Instant) => Promise<void>;
  /** The market takes the one execution of the order back. */
  readonly bust: (clientKey: string) => Promise<void>;
}

/** A Friday, 11:00 in New York. */
const START = instant(Date.UTC(2026, 10, 20, 16));
const CASH = money(100_000 * UNITS_PER_DOLLAR);
const PAUSE_MS = 5;
const CENT = UNITS_PER_DOLLAR / 100;
const DOTTED = {
  ticker: "BRK.B" as Ticker,
  name: "Berkshire Hathaway Inc.",
  sector: "Finance",
  basePrice: price(4_900_000),
  annualVolatilityBps: bps(2_500),
} as const;
const LISTED = [...STOCKS.slice(0, 2), DOTTED];
/** What orders of a suspended account hear; an account's own report is its protocol's matter. */
export const SUSPENDED = "The account is suspended from trading.";
const DAY_MS = 24 * 3_600_000;

/** The venue of the built-in exchange as a bench: its book is moved by hand, the line to it breaks. */
export const protocolBench = (protocol: BenchProtocol): VenueBench => ({
  name: protocol.name,
  capabilities: protocol.capabilities,
  open: () => openBenchVenue(protocol),
});

async function openBenchVenue(protocol: BenchProtocol): Promise<BenchVenue> {
  let at = START;
  const now = () => at;
  const hand = benchHand(now);
  const exchange = await quietExchange(protocol.hours ?? "always", now, hand);
  const opened = await exchange.venue.openAccount({ cash: CASH, openedAt: at });
  invariant(opened.ok, "the bench's exchange opens an account");
  const { accountId } = opened.value;
  const priceOf = (ticker: Ticker) =>
    price(Math.round(exchange.market.priceAt(ticker, at) / CENT) * CENT);
  const desk = { ...opened.value, venue: hand.before(exchange.venue), now, priceOf };
  const served = await protocol.serve?.(desk);
  const wire = await faultyWire(served?.url ?? exchange.url, protocol.manners);
  const moveTo = async (next: Instant) => {
    at = next;
    await exchange.venue.advance(at);
  };
  const handled = hand.on(exchange.venue, accountId);
  const { bust } = handled;
  const entered = await protocol.enter({ ...desk, url: wire.url, exchange, wire, moveTo, bust });
  return {
    tickers: {
      first: LISTED[0]!.ticker,
      second: LISTED[1]!.ticker,
      unlisted: "ZZZZ" as Ticker,
      dotted: DOTTED.ticker,
    },
    now,
    pass: (durationMs) => moveTo(instant(at + durationMs)),
    pause: () => after(PAUSE_MS),
    priceOf,
    ...handled,
    passDayEnd: () => moveTo(exchange.calendar.sessionAt(at).extendedCloses),
    revokeKeys: () => exchange.venue.closeAccount(accountId, at),
    ...wireFaults(wire, protocol.manners),
    tellSecrets: () => wire.answerInstead(protocol.manners.refusal(entered.secrets.join(" "))),
    ...entered,
    async close() {
      await wire.close();
      await served?.close();
      await exchange.close();
    },
  };
}

const quietExchange = (hours: VenueHours, now: () => Instant, hand: BenchHand): Promise<Exchange> =>
  startExchange({
    port: 0,
    seed: 7,
    volatility: 1,
    hours,
    stocks: LISTED,
    // The bench moves the book itself.
    tickMs: DAY_MS,
    hand,
    clock: { now },
    identifiers: benchIdentifiers(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });

const wireFaults = (wire: FaultyWire, { refusal, tooMany }: WireManners) => ({
  arrivalsOf: wire.arrivalsOf,
  callCount: wire.callCount,
  breakCalls: wire.breakCalls,
  mendCalls: wire.mendCalls,
  breakStream: async () => wire.breakStream(),
  mendStream: wire.mendStream,
  repeatMessages: wire.repeatMessages,
  sendGarbage: wire.sendGarbage,
  refuseCalls: () => wire.answerInstead(tooMany),
  suspendAccount: () => wire.answerInstead(refusal(SUSPENDED), "submit"),
});
