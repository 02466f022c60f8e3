import type { WebSocket } from "ws";

import { dismiss, SOCKETS_PER_ACCOUNT_MAX, sendBounded } from "./bounded-socket.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { MarketStreamMessage } from "./exchange-wire.ts";
import type { FrameCoding } from "./frame-coding.ts";

/**
 * The channels a client may name. Prints, quotes, bars of minutes and days and halts are sent; a
 * bar here is never revised, and the rest never has news.
 */
export const CHANNELS = [
  "trades",
  "quotes",
  "bars",
  "updatedBars",
  "dailyBars",
  "statuses",
  "lulds",
  "imbalances",
] as const;
export type Channel = (typeof CHANNELS)[number];

/** One client of the stream of prices. */
export interface Subscriber {
  readonly socket: WebSocket;
  readonly coding: FrameCoding;
  readonly wanted: Readonly<Record<Channel, Set<string>>>;
  /** Equal for clients that are sent the same. */
  key: string;
  accountId?: string;
}

export const newSubscriber = (socket: WebSocket, coding: FrameCoding): Subscriber => {
  const wanted = Object.fromEntries(CHANNELS.map((channel) => [channel, new Set<string>()]));
  return { socket, coding, wanted: wanted as Subscriber["wanted"], key: "" };
};

export const isWanted = ({ wanted }: Subscriber, channel: Channel, ticker: string): boolean =>
  wanted[channel].has(ticker) || wanted[channel].has(ANY);

const ANY = "*";
const SYMBOLS_PER_CHANNEL_MAX = 2_000;

const ERRORS = {
  400: "invalid syntax",
  401: "not authenticated",
  402: "auth failed",
  403: "already authenticated",
  404: "auth timeout",
  405: "symbol limit exceeded",
  406: "connection limit exceeded",
  407: "slow client",
  409: "insufficient subscription",
  410: "invalid subscribe action for this feed",
} as const;
export type StreamError = keyof typeof ERRORS;

export const errorOf = (code: StreamError) => ({ T: "error", code, msg: ERRORS[code] });

/** Sends one control message, alone in its frame. */
export const tell = (subscriber: Subscriber, body: object): void =>
  sendBounded(subscriber.socket, framed(subscriber, body), () => framed(subscriber, errorOf(407)));

/** Says a last word and hangs up. */
export const sendAway = (subscriber: Subscriber, code: StreamError): void =>
  dismiss(subscriber.socket, framed(subscriber, errorOf(code)), 1008);

const framed = ({ coding }: Subscriber, body: object) => coding.frame([coding.message(body)]);

export interface Hearing {
  readonly accountOf: ExchangeDesk["accountOf"];
  readonly all: ReadonlySet<Subscriber>;
  /** Whether the keys of this venue let anyone hear the feed. */
  readonly isFeedOpen: boolean;
}

/** Answers what a client says. */
export function hearSubscriber(subscriber: Subscriber, frame: Buffer, hearing: Hearing): void {
  const read = subscriber.coding.read(frame);
  const message = MarketStreamMessage.safeParse(read);
  if (!message.success) {
    const isOtherFeeds = subscriber.accountId !== undefined && namesOtherChannel(read);
    tell(subscriber, errorOf(isOtherFeeds ? 410 : 400));
  } else if (message.data.action === "auth") signIn(subscriber, message.data, hearing);
  else if (subscriber.accountId === undefined) tell(subscriber, errorOf(401));
  else if (changed(subscriber, message.data)) tell(subscriber, subscriptionOf(subscriber));
  else tell(subscriber, errorOf(405));
}

/** Order books and news are streams of their own. */
const namesOtherChannel = (read: unknown): boolean =>
  typeof read === "object" && read !== null && ("orderbooks" in read || "news" in read);

function signIn(
  subscriber: Subscriber,
  { key, secret }: { readonly key: string; readonly secret: string },
  { accountOf, all, isFeedOpen }: Hearing,
): void {
  if (subscriber.accountId !== undefined) {
    tell(subscriber, errorOf(403));
    return;
  }
  const id = accountOf(key, secret)?.opening.id;
  const count = [...all].filter(({ accountId }) => accountId === id).length;
  if (id === undefined) sendAway(subscriber, 402);
  else if (!isFeedOpen) sendAway(subscriber, 409);
  else if (SOCKETS_PER_ACCOUNT_MAX <= count) sendAway(subscriber, 406);
  else {
    subscriber.accountId = id;
    tell(subscriber, { T: "success", msg: "authenticated" });
  }
}

type SubscriptionChange = Extract<MarketStreamMessage, { action: "subscribe" | "unsubscribe" }>;

/** False, and nothing changed, when a channel would hold too many symbols. */
function changed(subscriber: Subscriber, message: SubscriptionChange): boolean {
  const { wanted } = subscriber;
  if (message.action === "subscribe")
    for (const channel of CHANNELS) {
      const added = (message[channel] ?? []).filter((symbol) => !wanted[channel].has(symbol));
      if (SYMBOLS_PER_CHANNEL_MAX < wanted[channel].size + added.length) return false;
    }
  for (const channel of CHANNELS)
    for (const symbol of message[channel] ?? [])
      if (message.action === "unsubscribe") wanted[channel].delete(symbol);
      else wanted[channel].add(symbol);
  subscriber.key = JSON.stringify(CHANNELS.map((channel) => [...wanted[channel]].sort()));
  return true;
}

/** The complete current set. Trades bring their corrections and cancels with them. */
function subscriptionOf({ wanted }: Subscriber): Record<string, unknown> {
  const lists = Object.fromEntries(CHANNELS.map((channel) => [channel, [...wanted[channel]]]));
  const trades = lists.trades ?? [];
  return { T: "subscription", ...lists, corrections: trades, cancelErrors: trades };
}
