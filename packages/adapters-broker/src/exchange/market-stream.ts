import { MARKET_EPOCH, SLOT_MS } from "@sevenfold/application/simulation/price-curve";
import { isExtended } from "@sevenfold/application/simulation/venue-hours";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { WebSocket } from "ws";

import { dismiss, jsonOf, sendBounded } from "./bounded-socket.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { wireBar, wireQuote, wireTrade } from "./exchange-price-mapping.ts";
import { MarketStreamMessage } from "./exchange-wire.ts";
import { MINUTE_MS } from "./tape-bars.ts";

/** The stream of prices: arrays of messages in text frames. */
export interface MarketStream {
  accept(socket: WebSocket): void;
  /** Tells what has been printed since the last call: only prices that differ from the one before. */
  publish(at: Instant): void;
}

const SIGN_IN_MS = 10_000;
const SOCKETS_PER_ACCOUNT_MAX = 16;
/** After a pause of the process, prints older than this are left to the bars. */
const SLOTS_BEHIND_MAX = 40;
const ANY = "*";

/** The channels a client may name. Prints, quotes and minute bars are sent; the rest stay silent. */
const CHANNELS = [
  "trades",
  "quotes",
  "bars",
  "updatedBars",
  "dailyBars",
  "statuses",
  "lulds",
] as const;
type Channel = (typeof CHANNELS)[number];

interface Subscriber {
  readonly socket: WebSocket;
  readonly wanted: Record<Channel, Set<string>>;
  accountId?: string;
}

const ERRORS = {
  400: "invalid syntax",
  401: "not authenticated",
  402: "auth failed",
  403: "already authenticated",
  404: "auth timeout",
  406: "connection limit exceeded",
  407: "slow client",
} as const;

const errorText = (code: keyof typeof ERRORS): string =>
  JSON.stringify([{ T: "error", code, msg: ERRORS[code] }]);

export function marketStream(desk: Omit<ExchangeDesk, "venue">): MarketStream {
  const { market, calendar, accountOf } = desk;
  const subscribers = new Set<Subscriber>();
  const lastPrices = new Map<Ticker, number>();
  let publishedSlot = -1;

  function hear(subscriber: Subscriber, frame: unknown): void {
    const reply = replyTo(subscriber, frame);
    if (reply !== undefined) tell(subscriber, reply);
  }

  function replyTo(subscriber: Subscriber, frame: unknown): string | undefined {
    const message = MarketStreamMessage.safeParse(jsonOf(frame));
    if (!message.success) return errorText(400);
    if (message.data.action === "auth") return signIn(subscriber, message.data);
    if (subscriber.accountId === undefined) return errorText(401);
    change(subscriber, message.data);
    return JSON.stringify([subscriptionOf(subscriber)]);
  }

  /** The reply; undefined when the client has been sent away with one. */
  function signIn(
    subscriber: Subscriber,
    { key, secret }: { readonly key: string; readonly secret: string },
  ): string | undefined {
    if (subscriber.accountId !== undefined) return errorText(403);
    const id = accountOf(key, secret)?.opening.id;
    const count = [...subscribers].filter(({ accountId }) => accountId === id).length;
    if (id === undefined || SOCKETS_PER_ACCOUNT_MAX <= count) {
      dismiss(subscriber.socket, errorText(id === undefined ? 402 : 406), 1008);
      return undefined;
    }
    subscriber.accountId = id;
    return JSON.stringify([{ T: "success", msg: "authenticated" }]);
  }

  /** One slot's messages, made once however many listen. */
  function tellSlot(at: Instant, trades: boolean): void {
    const minuteEnd = (at - MARKET_EPOCH) % MINUTE_MS === 0;
    const wantsBars = minuteEnd && [...subscribers].some(({ wanted }) => 0 < wanted.bars.size);
    const lines: {
      readonly ticker: Ticker;
      readonly trade?: string;
      readonly quote?: string;
      readonly bar?: string;
    }[] = [];
    for (const { ticker } of market.stocks) {
      const print = trades ? market.printAt(ticker, at) : undefined;
      const isNew = print !== undefined && lastPrices.get(ticker) !== print.price;
      if (print) lastPrices.set(ticker, print.price);
      const start = instant(at - MINUTE_MS);
      const bar = wantsBars && MARKET_EPOCH <= start ? market.barOf(ticker, start, at) : undefined;
      if (!isNew && !bar) continue;
      lines.push({
        ticker,
        ...(isNew && {
          trade: textOf("t", ticker, wireTrade(print)),
          quote: textOf("q", ticker, wireQuote(market.quoteAt(ticker, at))),
        }),
        ...(bar && { bar: textOf("b", ticker, wireBar(bar)) }),
      });
    }
    for (const subscriber of subscribers) {
      const { wanted } = subscriber;
      const texts: string[] = [];
      for (const { ticker, trade, quote, bar } of lines) {
        if (trade && isWanted(wanted.trades, ticker)) texts.push(trade);
        if (quote && isWanted(wanted.quotes, ticker)) texts.push(quote);
        if (bar && isWanted(wanted.bars, ticker)) texts.push(bar);
      }
      if (0 < texts.length) tell(subscriber, `[${texts.join(",")}]`);
    }
  }

  return {
    accept(socket) {
      const subscriber: Subscriber = { socket, wanted: emptyWanted() };
      subscribers.add(subscriber);
      const tooLate = setTimeout(() => {
        if (subscriber.accountId === undefined) dismiss(socket, errorText(404), 1008);
      }, SIGN_IN_MS).unref();
      socket.on("message", (frame) => hear(subscriber, frame));
      socket.on("close", () => {
        clearTimeout(tooLate);
        subscribers.delete(subscriber);
      });
      tell(subscriber, JSON.stringify([{ T: "success", msg: "connected" }]));
    },
    publish(at) {
      const slot = Math.floor((at - MARKET_EPOCH) / SLOT_MS);
      const from = Math.max(publishedSlot + 1, slot - SLOTS_BEHIND_MAX);
      const isFirst = publishedSlot === -1;
      publishedSlot = Math.max(publishedSlot, slot);
      if (subscribers.size === 0) {
        lastPrices.clear();
        return;
      }
      for (let each = isFirst ? slot : from; each <= slot; each += 1) {
        const start = instant(MARKET_EPOCH + each * SLOT_MS);
        const session = calendar.sessionAt(start);
        const isPrinted = isExtended(session, start);
        // The session's last minute ends where no print follows.
        if (isPrinted || isExtended(calendar.sessionAt(instant(start - 1)), instant(start - 1)))
          tellSlot(start, isPrinted);
      }
    },
  };
}

const tell = ({ socket }: Subscriber, text: string): void =>
  sendBounded(socket, text, errorText(407));

const isWanted = (symbols: ReadonlySet<string>, ticker: Ticker): boolean =>
  symbols.has(ticker) || symbols.has(ANY);

const textOf = (type: string, symbol: Ticker, body: object): string =>
  JSON.stringify({ T: type, S: symbol, ...body });

const emptyWanted = (): Record<Channel, Set<string>> => ({
  trades: new Set(),
  quotes: new Set(),
  bars: new Set(),
  updatedBars: new Set(),
  dailyBars: new Set(),
  statuses: new Set(),
  lulds: new Set(),
});

type SubscriptionChange = Extract<MarketStreamMessage, { action: "subscribe" | "unsubscribe" }>;
const SYMBOLS_PER_CHANNEL_MAX = 2_000;

function change({ wanted }: Subscriber, message: SubscriptionChange): void {
  for (const channel of CHANNELS)
    for (const symbol of message[channel] ?? [])
      if (message.action === "unsubscribe") wanted[channel].delete(symbol);
      else if (wanted[channel].size < SYMBOLS_PER_CHANNEL_MAX) wanted[channel].add(symbol);
}

/** The complete current set. Trades bring their corrections and cancels with them. */
function subscriptionOf({ wanted }: Subscriber): Record<string, unknown> {
  const lists = Object.fromEntries(CHANNELS.map((channel) => [channel, [...wanted[channel]]]));
  const trades = lists.trades ?? [];
  return { T: "subscription", ...lists, corrections: trades, cancelErrors: trades };
}
