import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { openVenue } from "@sevenfold/application/exchange/open-venue";
import { slotOf } from "@sevenfold/application/exchange/price-curve";
import type { SteeredMarket } from "@sevenfold/application/exchange/steered-market";
import type { Venue } from "@sevenfold/application/exchange/venue";
import { venueCalendar } from "@sevenfold/application/exchange/venue-hours";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Log } from "@sevenfold/application/ports/log";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
import { type Instant, instant } from "@sevenfold/domain/market";
import { etradeSide } from "./etrade-server.ts";
import { consumerSecretOf } from "./etrade-signatures.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { type JournalFile, openJournalFile } from "./exchange-journal-file.ts";
import { EMPTY_SCRIPT } from "./exchange-script.ts";
import { exchangeServer, type SocketTaker } from "./exchange-server.ts";
import type { Exchange, ExchangeSettings } from "./exchange-settings.ts";
import { openFaultDesk } from "./fault-desk.ts";
import { eventsOf, marketOf } from "./market-of-script.ts";
import { type MarketStream, marketStream } from "./market-stream.ts";
import { type TradeStream, tradeStream } from "./trade-stream.ts";

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
  const { market, plant } = marketOf(settings, script);
  const calendar = venueCalendar(settings.hours, market.startsAt);
  // What was read is not held on to: the book is made of it.
  const { file, ...opening } = settings.journal ?? {};
  const marketName = { seed, volatility, ...(recorded && { recorded: recorded.name }) };
  const { entries, ...journal } =
    file === undefined ? memoryJournal() : await openJournalFile(file, marketName, opening);
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
    const now = timeOf(settings, venue.book.latestAt);
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
    const { server, closeSockets } = doorsOf(settings, { desk, plant, trades, prices });
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
        await venue.flushed().catch(() => undefined);
        await journal.close();
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** A clock of its own that would begin before the end of the book goes on from there: nothing trades in a past. */
function timeOf({ clock, hasOwnTime }: ExchangeSettings, latestAt: Instant): () => Instant {
  const lead = hasOwnTime ? Math.max(0, latestAt - clock.now()) : 0;
  return () => instant(clock.now() + lead);
}

interface Doors {
  readonly desk: ExchangeDesk;
  readonly plant: SteeredMarket["plant"];
  readonly trades: TradeStream;
  readonly prices: MarketStream;
}

/** Both protocols and both streams on one port, behind the script's faults. */
function doorsOf(
  { log, script = EMPTY_SCRIPT, hasControl = false, ...settings }: ExchangeSettings,
  { desk, plant, trades, prices }: Doors,
): ReturnType<typeof exchangeServer> {
  const { requestsPerMinute = REQUESTS_PER_MINUTE } = settings;
  return exchangeServer({
    ...{ desk, log, requestsPerMinute, hasControl, plant },
    market: {
      ...{ seed: settings.seed, volatility: settings.volatility, hours: settings.hours },
      get isPlain() {
        const isQuiet = script === EMPTY_SCRIPT && eventsOf(desk.market.script).length === 0;
        return !settings.recorded && isQuiet && !settings.hasOwnTime;
      },
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
