import type { MarketDataTrouble, MarketNews } from "@sevenfold/application/ports/market-data";
import type { Print, Ticker } from "@sevenfold/domain/market";

import { pause } from "../pause.ts";
import { WatchedSymbols } from "../prices/watched-symbols.ts";
import { reconnectingFrames } from "../reconnecting-socket.ts";
import type { AlpacaConnection } from "./alpaca-http.ts";
import {
  quoteFromWire,
  statusFromWire,
  takenBackFromWire,
  tradeFromWire,
} from "./alpaca-market-mapping.ts";
import { messagesOf } from "./alpaca-market-messages.ts";
import { MarketSubscription } from "./alpaca-market-subscription.ts";
import type { MarketMessageWire } from "./alpaca-wire.ts";
import { RecentTrades, type TradeName } from "./recent-trades.ts";
import { WaitingNews } from "./waiting-news.ts";

const SYMBOL_LIMIT = 405;
/** Answers to a wish that is not granted; the others are about the connection. */
const NOT_GRANTED: ReadonlySet<number> = new Set([400, SYMBOL_LIMIT, 409, 410, 411]);
const HALTS_UNHEARD = "The price feed does not tell trading halts.";
/**
 * How long to keep away after what the venue said: 90 seconds when there are too many connections,
 * long when the keys or what they pay for will not be other ones the next moment.
 */
const WAIT_MS_AFTER: Readonly<Record<number, number>> = {
  402: 20 * 60_000,
  406: 90_000,
  409: 20 * 60_000,
  410: 20 * 60_000,
  411: 20 * 60_000,
};
const TROUBLES: Readonly<Record<number, MarketDataTrouble>> = {
  402: { reason: "credentials" },
  406: { reason: "rate-limit", retryAfterMs: 90_000 },
  409: { reason: "plan" },
  411: { reason: "plan" },
};
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 60_000;

interface Line {
  readonly send: (text: string) => void;
  readonly hangUp: (message: string) => void;
}

type ErrorWire = Extract<MarketMessageWire, { T: "error" }>;

/** The market data websocket of one key: what is watched survives its reconnections. */
export class MarketDataStream {
  readonly #connection: AlpacaConnection;
  readonly #watched = new WatchedSymbols();
  readonly #subscription: MarketSubscription;
  readonly #trades = new RecentTrades();
  #line: Line | undefined;
  #isSignedIn = false;
  /** Halts are told of all symbols, whatever the plan: once a connection they are asked for, by themselves. */
  #halts: "unasked" | "asked" | "answered" = "unasked";
  #error: ErrorWire | undefined;
  /** Connections in a row on which the venue has streamed nothing. */
  #inVain = 0;
  /** The venue told us to stay away until then, by the clock of `performance`: whoever reads. */
  #heldUntilMs = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(connection: AlpacaConnection, streamedMax: number) {
    this.#connection = connection;
    this.#subscription = new MarketSubscription(streamedMax);
  }

  watch(tickers: readonly Ticker[]): void {
    this.#watched.watch(tickers);
    this.#subscribe();
  }

  prefer(tickers: readonly Ticker[]): void {
    this.#watched.prefer(tickers);
    this.#subscribe();
  }

  /** The watched symbols that are not streamed; undefined while that is not known. */
  rest(): readonly Ticker[] | undefined {
    const ranked = this.#watched.ranked();
    const isUpToDate = this.#isSignedIn && this.#subscription.isUpToDate(ranked);
    return isUpToDate ? this.#subscription.restOf(ranked) : undefined;
  }

  /**
   * Everything that arrives is first folded into "lowest, highest, newest of each symbol", so a reader
   * that is busy for a while finds the present, not a queue of the past. `beside` adds to it.
   */
  async *news(
    signal: AbortSignal,
    beside: (waiting: WaitingNews, signal: AbortSignal) => Promise<void>,
  ): AsyncGenerator<MarketNews, void, undefined> {
    const waiting = new WaitingNews();
    const ended = new AbortController();
    const stop = () => {
      ended.abort();
      waiting.announce();
    };
    signal.addEventListener("abort", stop, { once: true });
    const reading = Promise.all([this.#read(waiting, ended.signal), beside(waiting, ended.signal)]);
    try {
      while (!signal.aborted) {
        const news = waiting.take();
        if (news) yield news;
        else await waiting.arrival();
      }
    } finally {
      signal.removeEventListener("abort", stop);
      ended.abort();
      await reading;
    }
  }

  async #read(waiting: WaitingNews, signal: AbortSignal): Promise<void> {
    const socket = {
      url: this.#connection.marketDataStreamUrl,
      retryMsMin: RETRY_MS_MIN,
      retryMsMax: this.#connection.retryMsMax,
      waitMsAfter: () => this.#heldUntilMs - performance.now(),
    };
    try {
      // A reader that gives up and comes anew does not shorten the wait.
      if (performance.now() < this.#heldUntilMs) {
        waiting.put(this.#disconnected("The price feed is held off."));
        await pause(this.#heldUntilMs - performance.now(), signal);
      }
      for await (const news of reconnectingFrames(socket, signal)) {
        if (news.kind === "open") this.#open(news);
        if (news.kind === "closed") {
          this.#forget();
          this.#heldUntilMs = performance.now() + this.#waitMs();
          waiting.put(this.#disconnected(news.message));
        }
        if (news.kind === "frame") this.#hear(news.text, waiting);
        this.#askForHalts(waiting);
      }
    } finally {
      this.#forget();
    }
  }

  #open(line: Line): void {
    const { keyId: key, secretKey: secret } = this.#connection;
    this.#error = undefined;
    this.#line = line;
    this.#inVain += 1;
    this.#subscription.begin();
    this.#halts = "unasked";
    line.send(JSON.stringify({ action: "auth", key, secret }));
    this.#await("the sign-in");
  }

  #forget(): void {
    clearTimeout(this.#patience);
    this.#line = undefined;
    this.#isSignedIn = false;
  }

  /** A venue that owes an answer for too long has forgotten us: the connection is opened anew. */
  #await(what: string): void {
    clearTimeout(this.#patience);
    const hangUp = this.#line?.hangUp;
    this.#patience = setTimeout(
      () => hangUp?.(`The venue did not answer ${what}.`),
      this.#connection.timeoutMs,
    );
  }

  #disconnected(message: string): Extract<MarketNews, { kind: "disconnected" }> {
    const trouble = this.#error && TROUBLES[this.#error.code];
    const said = this.#error?.msg ?? message;
    return { kind: "disconnected", message: said, ...(trouble && { trouble }) };
  }

  #waitMs(): number {
    if (this.#error) {
      const waitMs = WAIT_MS_AFTER[this.#error.code];
      if (waitMs !== undefined) return waitMs;
    }
    if (this.#inVain < 2) return 0;
    // A welcome alone is no success: without this, one that is always taken back is asked for at once.
    const { retryMsMax = RETRY_MS_MAX } = this.#connection;
    return Math.random() * Math.min(retryMsMax, RETRY_MS_MIN * 2 ** Math.min(this.#inVain, 16));
  }

  #hear(text: string, waiting: WaitingNews): void {
    for (const message of messagesOf(text)) this.#take(message, waiting);
    waiting.announce();
  }

  #take(message: MarketMessageWire, waiting: WaitingNews): void {
    if (message.T === "t") this.#takeTrade(message, waiting);
    else if (message.T === "q") {
      const quote = quoteFromWire(message.S, message);
      if (quote) waiting.quote(quote);
    } else if (message.T === "s") {
      const status = statusFromWire(message);
      if (status) waiting.status(status);
    } else if (message.T === "c" || message.T === "x") this.#takeBack(message, waiting);
    else if (message.T === "error") this.#takeError(message, waiting);
    else if (message.T === "subscription") {
      this.#inVain = 0;
      if (this.#halts === "asked")
        this.#haltsAnswered(waiting, 0 < (message.statuses?.length ?? 0));
      else this.#subscription.confirmed(message.trades ?? []);
      this.#answered();
    } else if (message.msg === "authenticated") {
      this.#isSignedIn = true;
      waiting.put({ kind: "connected" });
      this.#answered();
    }
  }

  /** Says what is to be said next. */
  #answered(): void {
    clearTimeout(this.#patience);
    this.#subscribe();
  }

  #takeTrade(message: Extract<MarketMessageWire, { T: "t" }>, waiting: WaitingNews): void {
    const print = tradeFromWire(message);
    if (!print) return;
    this.#note(message.x, message.i, print);
    waiting.print(print);
  }

  #takeError(error: ErrorWire, waiting: WaitingNews): void {
    if (this.#halts === "asked" && NOT_GRANTED.has(error.code)) {
      this.#haltsAnswered(waiting, false);
      this.#answered();
      return;
    }
    if (error.code === SYMBOL_LIMIT) {
      this.#subscription.exceeded();
      this.#answered();
      return;
    }
    this.#error = error;
    this.#line?.hangUp(error.msg);
  }

  #takeBack(message: Extract<MarketMessageWire, { T: "c" | "x" }>, waiting: WaitingNews): void {
    const said = takenBackFromWire(message);
    if (!said) return;
    const id = message.T === "c" ? message.oi : message.i;
    const told = id == null ? undefined : this.#trades.take(said.ticker, nameOf(message.x, id));
    const taken = { ...said, ...told };
    waiting.takeBack(taken);
    // What it was corrected to may be taken back in its turn.
    if (message.T === "c" && taken.instead !== undefined)
      this.#note(message.x, message.ci, { ...taken, price: taken.instead });
  }

  #note(exchange: string | null | undefined, id: number | string | null | undefined, print: Print) {
    const { at, price, ticker } = print;
    if (id != null) this.#trades.note(nameOf(exchange, id), { ticker, price, at });
  }

  /** Once all that is watched is streamed or refused: a refusal does not say which request it is about. */
  #askForHalts(waiting: WaitingNews): void {
    const ranked = this.#watched.ranked();
    const isNext = this.#isSignedIn && 0 < ranked.length && this.#halts === "unasked";
    if (!isNext || !this.#subscription.isUpToDate(ranked)) return;
    this.#halts = "asked";
    this.#line?.send(JSON.stringify({ action: "subscribe", statuses: ["*"] }));
    clearTimeout(this.#patience);
    // A feed that does not know the wish may say nothing to it: prices are worth more than halts.
    this.#patience = setTimeout(() => {
      this.#haltsAnswered(waiting, false);
      waiting.announce();
      this.#subscribe();
    }, this.#connection.timeoutMs);
  }

  #haltsAnswered(waiting: WaitingNews, isGranted: boolean): void {
    this.#halts = "answered";
    if (!isGranted) waiting.leaveHalts(HALTS_UNHEARD);
  }

  #subscribe(): void {
    if (!this.#isSignedIn || this.#halts === "asked") return;
    const request = this.#subscription.next(this.#watched.ranked());
    if (!request) return;
    const { action, tickers } = request;
    this.#line?.send(JSON.stringify({ action, trades: tickers, quotes: tickers }));
    this.#await("which symbols it streams");
  }
}

const nameOf = (exchange: string | null | undefined, id: number | string): TradeName => ({
  exchange: exchange ?? "",
  id,
});
