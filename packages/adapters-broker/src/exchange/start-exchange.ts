import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Identifiers } from "@sevenfold/application/ports/identifiers";
import type { Log } from "@sevenfold/application/ports/log";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
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
import { STOCKS, type Stock } from "@sevenfold/domain/stocks";

import { etradeSide } from "./etrade-server.ts";
import { consumerSecretOf } from "./etrade-signatures.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { type JournalFile, openJournalFile } from "./exchange-journal-file.ts";
import { exchangeServer } from "./exchange-server.ts";
import { keptDayBars } from "./kept-day-bars.ts";
import { marketStream } from "./market-stream.ts";
import { tradeStream } from "./trade-stream.ts";

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
  /** Per account and kind of request (trading, market data). */
  readonly requestsPerMinute?: number;
  /** How often the book is matched and prices are told. */
  readonly tickMs?: number;
  /** What is listed; the product's own stocks unless said otherwise. */
  readonly stocks?: readonly Stock[];
  /** A bench's hand on the venue: nothing trades by itself, and it may stand before the doors. */
  readonly hand?: { readonly before: (venue: Venue) => Venue };
  readonly clock: Pick<Clock, "now">;
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
  /** Opens accounts, with a history if they have one. */
  readonly paperVenue: PaperVenue;
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
  const { clock, identifiers, log, seed, volatility, host = "127.0.0.1" } = settings;
  slotOf(clock.now());
  const market = keptDayBars(
    openSimulatedMarket({ seed, stocks: settings.stocks ?? STOCKS, volatility }),
  );
  const calendar = venueCalendar(settings.hours);
  const journal = settings.journalFile
    ? await openJournalFile(settings.journalFile, { seed, volatility })
    : memoryJournal();
  try {
    const venue = openVenue({
      market,
      calendar,
      journal,
      entries: journal.entries,
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
    const { requestsPerMinute = REQUESTS_PER_MINUTE } = settings;
    const trades = tradeStream(desk);
    const prices = marketStream(desk);
    const { server, closeSockets } = exchangeServer({
      desk,
      log,
      requestsPerMinute,
      etrade: etradeSide({ desk, log, requestsPerMinute }),
      sockets: new Map([
        ["/stream", trades.accept],
        ["/v2/iex", prices.accept],
        ["/v2/sip", prices.acceptUnpaid],
        ["/v2/delayed_sip", prices.acceptUnpaid],
      ]),
    });
    server.listen(settings.port, host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const stopTicking = keepTicking(settings, async () => {
      await venue.advance(now());
      prices.publish(now());
    });
    return {
      port,
      url: `http://${host}:${port}`,
      venue,
      market,
      calendar,
      paperVenue: {
        hasIssued: async (keyId) => venue.book.accountOfKey(keyId) !== undefined,
        openAccount: (opening) => openedOrThrow(venue, opening),
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

const digestOf = (secretKey: string): string =>
  createHash("sha256").update(secretKey).digest("hex");

/** Who holds these keys. The secret is compared in constant time, by digest. */
const keyHolders =
  ({ book }: Venue): ExchangeDesk["accountOf"] =>
  (keyId, secretKey) => {
    const account = book.accountOfKey(keyId);
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
