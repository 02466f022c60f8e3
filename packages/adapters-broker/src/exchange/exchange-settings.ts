import type { SimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import type { Venue } from "@sevenfold/application/exchange/venue";
import type { VenueCalendar, VenueHours } from "@sevenfold/application/exchange/venue-hours";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Identifiers } from "@sevenfold/application/ports/identifiers";
import type { Log } from "@sevenfold/application/ports/log";
import type { Stock } from "@sevenfold/domain/stocks";
import type { OpenJournal, TakeLock } from "./exchange-journal-file.ts";
import type { ExchangeLink } from "./exchange-link.ts";
import type { ExchangeScript } from "./exchange-script.ts";

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
  readonly journal?: {
    readonly file: string;
    readonly takeLock: TakeLock;
    /** As node does it unless said otherwise. */
    readonly openFile?: OpenJournal;
  };
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
