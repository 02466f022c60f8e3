import type { MarketNews } from "@sevenfold/application/ports/market-data";
import type { Ticker } from "@sevenfold/domain/market";
import { reconnectingFrames } from "../reconnecting-socket.ts";
import type { AlpacaConnection } from "./alpaca-http.ts";
import { printFromWire, quoteFromWire } from "./alpaca-mapping.ts";
import { QuoteWire, TradeWire } from "./alpaca-wire.ts";
import { WaitingNews } from "./waiting-news.ts";

/**
 * How long to keep away after what the venue said: 90 seconds when there are too many connections,
 * long when the keys or what they pay for will not be other ones the next moment.
 */
const WAIT_MS_AFTER: Readonly<Record<string, number>> = {
  "connection limit exceeded": 90_000,
  "auth failed": 20 * 60_000,
  "insufficient subscription": 20 * 60_000,
  "insufficient scope": 20 * 60_000,
};

/** The market data websocket of one key: what is watched survives its reconnections. */
export class MarketDataStream {
  readonly #connection: AlpacaConnection;
  readonly #watched = new Set<Ticker>();
  #send: ((text: string) => void) | undefined;
  #lastError: string | undefined;

  constructor(connection: AlpacaConnection) {
    this.#connection = connection;
  }

  watch(tickers: readonly Ticker[]): void {
    const added = tickers.filter((ticker) => !this.#watched.has(ticker));
    for (const ticker of added) this.#watched.add(ticker);
    if (0 < added.length) this.#subscribe(added);
  }

  /**
   * Everything that arrives is first folded into "lowest, highest, newest of each symbol", so a reader
   * that is busy for a while finds the present, not a queue of the past.
   */
  async *news(signal: AbortSignal): AsyncGenerator<MarketNews, void, undefined> {
    const waiting = new WaitingNews();
    const ended = new AbortController();
    const stop = () => {
      ended.abort();
      waiting.announce();
    };
    signal.addEventListener("abort", stop, { once: true });
    const reading = this.#read(waiting, ended.signal);
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
      retryMsMin: 500,
      retryMsMax: this.#connection.retryMsMax,
      waitMsAfter: () =>
        this.#lastError === undefined ? undefined : WAIT_MS_AFTER[this.#lastError],
    };
    for await (const news of reconnectingFrames(socket, signal)) {
      if (news.kind === "open") {
        const { keyId: key, secretKey: secret } = this.#connection;
        this.#lastError = undefined;
        this.#send = news.send;
        news.send(JSON.stringify({ action: "auth", key, secret }));
      }
      if (news.kind === "closed") {
        this.#send = undefined;
        waiting.put({ kind: "disconnected", message: this.#lastError ?? news.message });
      }
      if (news.kind === "frame") this.#hear(news.text, waiting);
    }
  }

  #hear(text: string, waiting: WaitingNews): void {
    for (const message of messagesOf(text)) {
      if (message.T === "success" && message.msg === "authenticated") {
        this.#subscribe([...this.#watched]);
        waiting.put({ kind: "connected" });
      }
      if (message.T === "error") this.#lastError = String(message.msg);
      if (message.T === "t") {
        const wire = TradeWire.safeParse(message);
        const print = wire.success ? printFromWire(String(message.S), wire.data) : undefined;
        if (print) waiting.print(print);
      }
      if (message.T === "q") {
        const wire = QuoteWire.safeParse(message);
        const quote = wire.success ? quoteFromWire(String(message.S), wire.data) : undefined;
        if (quote) waiting.quote(quote);
      }
    }
    waiting.announce();
  }

  #subscribe(tickers: readonly Ticker[]): void {
    if (0 < tickers.length)
      this.#send?.(JSON.stringify({ action: "subscribe", trades: tickers, quotes: tickers }));
  }
}

function messagesOf(text: string): readonly Record<string, unknown>[] {
  try {
    const messages: unknown = JSON.parse(text);
    if (!Array.isArray(messages)) return [];
    return messages.filter((message) => typeof message === "object" && message !== null);
  } catch {
    return [];
  }
}
