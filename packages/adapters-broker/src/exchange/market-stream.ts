import { SLOT_MS } from "@sevenfold/application/exchange/price-curve";
import { isExtended } from "@sevenfold/application/exchange/venue-hours";
import { slotNumber, slotTime } from "@sevenfold/application/exchange/venue-slots";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { WebSocket } from "ws";

import { onceTooLate, sendBounded } from "./bounded-socket.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { wireBar, wireQuote, wireStatus, wireTrade } from "./exchange-price-mapping.ts";
import type { FrameCoding } from "./frame-coding.ts";
import {
  type Channel,
  errorOf,
  hearSubscriber,
  isWanted,
  newSubscriber,
  type Subscriber,
  sendAway,
  tell,
} from "./market-subscriber.ts";
import { dailyBars, MINUTE_MS } from "./tape-bars.ts";

/** The stream of prices: arrays of messages, as text or in the client's binary coding. */
export interface MarketStream {
  accept(socket: WebSocket, coding: FrameCoding): void;
  /** A feed this venue's keys do not pay for: it is heard only to be told so. */
  acceptUnpaid(socket: WebSocket, coding: FrameCoding): void;
  /** Tells what has been printed since the last call: prices that differ, and again those that stand. */
  publish(at: Instant): void;
}

/** After a pause of the process, prints older than this are left to the bars. */
const SLOTS_BEHIND_MAX = 100;
const SLOTS_PER_MINUTE = MINUTE_MS / SLOT_MS;
/** A price that stands is traded at too: who hears nothing of it for longer must take it for old. */
const SLOTS_UNTOLD_MAX = 5_000 / SLOT_MS;

/** A message of one symbol, coded at most once per coding. */
interface Line {
  readonly channel: Channel;
  readonly ticker: Ticker;
  readonly body: object;
  readonly coded: Map<FrameCoding, Uint8Array | string>;
}

export function marketStream(desk: ExchangeDesk): MarketStream {
  const { market, calendar, accountOf } = desk;
  const subscribers = new Set<Subscriber>();
  const lastTold = new Map<Ticker, { readonly price: number; readonly slot: number }>();
  const halted = new Set<Ticker>();
  let publishedSlot = Number.NEGATIVE_INFINITY;

  const line = (channel: Channel, ticker: Ticker, type: string, body: object): Line => ({
    channel,
    ticker,
    body: { T: type, S: ticker, ...body },
    coded: new Map(),
  });

  /** What one slot has to say, in the order of the list of stocks. */
  function* linesOf(at: Instant, wants: Wants): Generator<Line> {
    const slot = slotNumber(at);
    const isMinuteEnd = slot % SLOTS_PER_MINUTE === 0;
    const start = instant(at - MINUTE_MS);
    for (const { ticker } of market.stocks) {
      const halt = market.haltAt(ticker, at);
      if (halted.has(ticker) !== (halt !== undefined)) {
        if (halt) halted.add(ticker);
        else halted.delete(ticker);
        yield line("statuses", ticker, "s", wireStatus(halt, at));
      }
      const print = wants.prices && !halt ? market.printAt(ticker, at) : undefined;
      const told = lastTold.get(ticker);
      if (
        print?.at === at &&
        (told?.price !== print.price || told.slot + SLOTS_UNTOLD_MAX <= slot)
      ) {
        lastTold.set(ticker, { price: print.price, slot });
        yield line("trades", ticker, "t", wireTrade(print));
        yield line("quotes", ticker, "q", wireQuote(market.quoteAt(ticker, at)));
      }
      if (!isMinuteEnd || start < market.startsAt) continue;
      const bar = wants.bars ? market.barOf(ticker, start, at) : undefined;
      if (bar) yield line("bars", ticker, "b", wireBar(bar));
      const [day] = wants.days ? dailyBars(desk, ticker, instant(at - 1)) : [];
      if (day) yield line("dailyBars", ticker, "d", wireBar(day));
    }
  }

  /** Clients that want the same are sent the same frame, made once. */
  function send(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const frames = new Map<string, Map<FrameCoding, Buffer | string | undefined>>();
    for (const subscriber of subscribers) {
      if (subscriber.key === "") continue;
      const { coding, key } = subscriber;
      const alike = frames.get(key) ?? new Map();
      frames.set(key, alike);
      if (!alike.has(coding)) alike.set(coding, frameFor(subscriber, lines));
      const frame = alike.get(coding);
      if (frame !== undefined)
        sendBounded(subscriber.socket, frame, () => coding.frame([coding.message(errorOf(407))]));
    }
  }

  function enter(socket: WebSocket, coding: FrameCoding, isFeedOpen: boolean): void {
    const subscriber = newSubscriber(socket, coding);
    subscribers.add(subscriber);
    onceTooLate(socket, () => {
      if (subscriber.accountId === undefined) sendAway(subscriber, 404);
    });
    const hearing = { accountOf, all: subscribers, isFeedOpen };
    socket.on("message", (frame) => hearSubscriber(subscriber, frame as Buffer, hearing));
    socket.on("close", () => subscribers.delete(subscriber));
    tell(subscriber, { T: "success", msg: "connected" });
  }

  return {
    accept: (socket, coding) => enter(socket, coding, true),
    acceptUnpaid: (socket, coding) => enter(socket, coding, false),
    publish(at) {
      const slot = slotNumber(at);
      // A clock that was ahead has been put right: what it told is told again when it comes to pass.
      if (slot < publishedSlot - SLOTS_BEHIND_MAX) {
        publishedSlot = Number.NEGATIVE_INFINITY;
        lastTold.clear();
      }
      const isFirst = publishedSlot === Number.NEGATIVE_INFINITY;
      const from = isFirst ? slot : Math.max(publishedSlot + 1, slot - SLOTS_BEHIND_MAX);
      publishedSlot = Math.max(publishedSlot, slot);
      if (subscribers.size === 0) {
        lastTold.clear();
        return;
      }
      const wants = wantsOf(subscribers);
      for (let each = from; each <= slot; each += 1) {
        const start = slotTime(each);
        const isPrinted = isExtended(calendar.sessionAt(start), start);
        // The session's last minute ends where no print follows.
        if (isPrinted || isExtended(calendar.sessionAt(instant(start - 1)), instant(start - 1)))
          send([...linesOf(start, { ...wants, prices: wants.prices && isPrinted })]);
      }
    },
  };
}

interface Wants {
  readonly prices: boolean;
  readonly bars: boolean;
  readonly days: boolean;
}

function wantsOf(subscribers: ReadonlySet<Subscriber>): Wants {
  const some = (channel: Channel) =>
    [...subscribers].some(({ wanted }) => 0 < wanted[channel].size);
  return { prices: some("trades") || some("quotes"), bars: some("bars"), days: some("dailyBars") };
}

function frameFor(subscriber: Subscriber, lines: readonly Line[]): Buffer | string | undefined {
  const { coding } = subscriber;
  const messages: (Uint8Array | string)[] = [];
  for (const { channel, ticker, body, coded } of lines) {
    if (!isWanted(subscriber, channel, ticker)) continue;
    let message = coded.get(coding);
    if (message === undefined) {
      message = coding.message(body);
      coded.set(coding, message);
    }
    messages.push(message);
  }
  return messages.length === 0 ? undefined : coding.frame(messages);
}
