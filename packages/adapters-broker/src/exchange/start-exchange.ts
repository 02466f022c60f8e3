import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Identifiers } from "@sevenfold/application/ports/identifiers";
import type { Log } from "@sevenfold/application/ports/log";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
import { scriptedMarket } from "@sevenfold/application/simulation/market-script";
import { slotOf } from "@sevenfold/application/simulation/price-curve";
import {
  openSimulatedMarket,
  type SimulatedMarket,
} from "@sevenfold/application/simulation/simulated-market";
import { openVenue, type Venue } from "@sevenfold/application/simulation/venue";
import {
  type VenueCalendar,
  type VenueHours,
  venueCalendar,
} from "@sevenfold/application/simulation/venue-hours";
import type { Instant } from "@sevenfold/domain/market";
import { STOCKS, type Stock } from "@sevenfold/domain/stocks";

import { etradeSide } from "./etrade-server.ts";
import { consumerSecretOf } from "./etrade-signatures.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { type JournalFile, type OpenJournal, openJournalFile } from "./exchange-journal-file.ts";
import type { ExchangeLink } from "./exchange-link.ts";
import { EMPTY_SCRIPT, type ExchangeScript } from "./exchange-script.ts";
import { exchangeServer, type SocketTaker } from "./exchange-server.ts";
import { openFaultDesk } from "./fault-desk.ts";
import { keptDayBars } from "./kept-day-bars.ts";
import { type MarketStream, marketStream } from "./market-stream.ts";
import { type TradeStream, tradeStream } from "./trade-stream.ts";

export interface ExchangeSettings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** Which market: the same seed and volatility give the same prices for ever. */
  readonly seed: number;
  /** Multiplies each stock's own volatility. */
  readonly volatility: number;
  readonly hours: VenueHours;
  /** Where accounts and orders are kept. Without one they end with the process. */
  readonly journalFile?: string;
  /** How its file is opened; as node does unless said otherwise. */
  readonly openJournal?: OpenJournal;
  /** Per account and kind of request (trading, market data). */
  readonly requestsPerMinute?: number;
  /** How often the book is matched and prices are told. */
  readonly tickMs?: number;
  /** What befalls the market, and the faults it answers with. */
  readonly script?: ExchangeScript;
  /** Lets faults be changed while it runs, from this machine alone. */
  readonly hasControl?: boolean;
  /** Recorded bars instead of the simulated market, and what tells them from others. */
  readonly recorded?: { readonly market: SimulatedMarket; readonly name: string };
  /** What is listed; the product's own stocks unless said otherwise. */
  readonly stocks?: readonly Stock[];
  /** A bench's hand on the venue: nothing trades by itself, and it may stand before the doors. */
  readonly hand?: { readonly before: (venue: Venue) => Venue };
  readonly clock: Pick<Clock, "now">;
  /** The clock is not the world's: it began elsewhere, or runs faster. */
  readonly hasOwnTime?: boolean;
  /** What clients date their signatures by, where the exchange's own clock is another. */
  readonly signingClock?: Pick<Clock, "now">;
  readonly identifiers: Identifiers;
  readonly log: Log;
}

export interface Exchange {
  readonly port: number;
  /** "http://127.0.0.1:4100"; trading and market data, REST and websockets. */
  readonly url: string;
  readonly venue: Venue;
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  /** What those who trade on it in this process know of it. */
  readonly link: ExchangeLink;
  /** Hangs up, writes down what is under way and gives port, journal and lock back. */
  close(): Promise<void>;
}

const REQUESTS_PER_MINUTE = 10_000;
const TICK_MS = 250;

/**
 * Runs the built-in exchange. Rejects with ExchangeLocked or JournalUnreadable about its journal,
 * with OutsideSimulatedMarket when the clock stands before 2025, and as node does about its port.
 */
export async function startExchange(settings: ExchangeSettings): Promise<Exchange> {
  const { clock, identifiers, seed, volatility, host = "127.0.0.1" } = settings;
  const { script = EMPTY_SCRIPT, recorded } = settings;
  if (!recorded) slotOf(clock.now());
  const market = keptDayBars(marketOf(settings, script));
  const calendar = venueCalendar(settings.hours, market.startsAt);
  // What was read is not held on to: the book is made of it.
  const { entries, ...journal } = settings.journalFile
    ? await openJournalFile(
        settings.journalFile,
        { seed, volatility, ...(recorded && { recorded: recorded.name }) },
        settings.openJournal && { openFile: settings.openJournal },
      )
    : memoryJournal();
  try {
    const venue = openVenue({
      market,
      calendar,
      journal,
      entries,
      identifiers,
      digestOf,
      ...(settings.hand && { matching: "by-hand" }),
      onNotices: (notices) => trades.publish(notices),
    });
    const now = () => clock.now();
    const accountOf = keyHolders(venue);
    const atDoors = settings.hand?.before(venue) ?? venue;
    const desk: ExchangeDesk = {
      venue: atDoors,
      market,
      calendar,
      now,
      newId: identifiers.uuid,
      accountOf,
    };
    const trades = tradeStream(desk);
    const prices = marketStream(desk);
    const { server, closeSockets } = doorsOf(settings, { desk, trades, prices });
    server.listen(settings.port, host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const url = `http://${host}:${port}`;
    const advance = toldOfJournal(venue, settings.log);
    const stopTicking = keepTicking(settings, async () => {
      try {
        await advance(now());
      } finally {
        // Prices need no journal.
        prices.publish(now());
      }
    });
    return {
      port,
      url,
      venue,
      market,
      calendar,
      link: {
        url,
        market: { seed, volatility, hours: settings.hours },
        isWritable: async () => venue.isWritable,
        paperVenue: {
          hasIssued: async (keyId) => venue.book.accountOfKey(keyId) !== undefined,
          openAccount: (opening) => openedOrThrow(venue, opening),
        },
      },
      async close() {
        await stopTicking();
        closeSockets();
        const closed = once(server, "close");
        server.close();
        server.closeAllConnections();
        await closed;
        await venue.settled().catch(() => undefined);
        await journal.close();
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

interface Doors {
  readonly desk: ExchangeDesk;
  readonly trades: TradeStream;
  readonly prices: MarketStream;
}

/** Both protocols and both streams on one port, behind the script's faults. */
function doorsOf(
  { log, script = EMPTY_SCRIPT, hasControl = false, ...settings }: ExchangeSettings,
  { desk, trades, prices }: Doors,
): ReturnType<typeof exchangeServer> {
  const { requestsPerMinute = REQUESTS_PER_MINUTE } = settings;
  return exchangeServer({
    ...{ desk, log, requestsPerMinute, hasControl },
    market: {
      ...{ seed: settings.seed, volatility: settings.volatility, hours: settings.hours },
      isPlain: !settings.recorded && script === EMPTY_SCRIPT && !settings.hasOwnTime,
    },
    etrade: etradeSide({
      ...{ desk, log, requestsPerMinute },
      signingNow: () => (settings.signingClock ?? settings.clock).now(),
    }),
    faults: openFaultDesk(script.faults),
    sockets: new Map<string, SocketTaker>([
      ["/stream", { stream: "trade_updates", accept: trades.accept }],
      ["/v2/iex", { stream: "prices", accept: prices.accept }],
      ["/v2/sip", { stream: "prices", accept: prices.acceptUnpaid }],
      ["/v2/delayed_sip", { stream: "prices", accept: prices.acceptUnpaid }],
    ]),
  });
}

/** Recorded or simulated, with the script laid over it. Throws ScriptUnplayable about an unlisted symbol. */
function marketOf(
  { seed, volatility, stocks = STOCKS, recorded }: ExchangeSettings,
  { market: script }: ExchangeScript,
): SimulatedMarket {
  const market = recorded?.market ?? openSimulatedMarket({ seed, stocks, volatility });
  const events = [...script.halts, ...script.splits, ...script.dividends];
  for (const { ticker } of events)
    if (!market.has(ticker)) throw new ScriptUnplayable(`${ticker} of the script is not listed.`);
  return events.length === 0 ? market : scriptedMarket(market, script);
}

/** A script that speaks of what the market does not have. */
export class ScriptUnplayable extends Error {
  override readonly name = "ScriptUnplayable";
}

/** Calls again and again, one call at a time; a failure is logged once and the next tick tries anew. */
function keepTicking(
  { tickMs = TICK_MS, log }: ExchangeSettings,
  tick: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let lastFailure = "";
  const timer = setInterval(() => {
    running ??= tick()
      .catch((error: unknown) => {
        if (String(error) !== lastFailure)
          log.error("exchange-tick-failed", { error: String(error) });
        lastFailure = String(error);
      })
      .finally(() => {
        running = undefined;
      });
  }, tickMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Advances the venue, and says once that its journal cannot be written, and once that it can again. */
function toldOfJournal(venue: Venue, log: Log): (at: Instant) => Promise<void> {
  let wasWritable = true;
  return async (at) => {
    try {
      await venue.advance(at);
    } catch (error) {
      if (venue.isWritable) throw error;
      if (wasWritable) log.error("exchange-not-writable", { error: String(error) });
    }
    if (venue.isWritable && !wasWritable) log.warn("exchange-writable-again", {});
    wasWritable = venue.isWritable;
  };
}

const digestOf = (secretKey: string): string =>
  createHash("sha256").update(secretKey).digest("hex");

/** Who holds these keys. The secret is compared in constant time, by digest. */
const keyHolders =
  (venue: Venue): ExchangeDesk["accountOf"] =>
  (keyId, secretKey) => {
    const account = venue.book.accountOfKey(keyId);
    const expected = Buffer.from(account?.opening.secretDigest ?? digestOf(""));
    const given = Buffer.from(digestOf(secretKey));
    return account && timingSafeEqual(expected, given) ? account : undefined;
  };

const memoryJournal = (): JournalFile => ({
  entries: [],
  append: async () => undefined,
  close: async () => undefined,
});

async function openedOrThrow(
  venue: Venue,
  opening: Parameters<PaperVenue["openAccount"]>[0],
): ReturnType<PaperVenue["openAccount"]> {
  const opened = await venue.openAccount(opening);
  if (!opened.ok)
    throw new BrokerUnavailable(
      "not-allowed",
      `The exchange opens no such account: ${opened.refusal.kind}.`,
    );
  const { secretKey } = opened.value;
  return { ...opened.value, signingSecret: consumerSecretOf(digestOf(secretKey)) };
}
