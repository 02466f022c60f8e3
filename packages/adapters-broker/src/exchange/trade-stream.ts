import type { VenueNotice } from "@sevenfold/application/simulation/venue-changes";
import type { WebSocket } from "ws";

import { jsonOf, sendBounded } from "./bounded-socket.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { wireTradeUpdate } from "./exchange-mapping.ts";
import { TradeStreamMessage } from "./exchange-wire.ts";

const STREAM = "trade_updates";

interface Listener {
  readonly socket: WebSocket;
  accountId?: string;
  isListening: boolean;
}

/** The stream of an account's own orders: UTF-8 JSON in binary frames, no replay. */
export interface TradeStream {
  accept(socket: WebSocket): void;
  publish(notices: readonly VenueNotice[]): void;
}

export function tradeStream({ accountOf }: Pick<ExchangeDesk, "accountOf">): TradeStream {
  const listeners = new Set<Listener>();

  function hear(listener: Listener, frame: unknown): void {
    const message = TradeStreamMessage.safeParse(jsonOf(frame));
    if (!message.success) {
      tell(listener, "listening", { error: "invalid message" });
      return;
    }
    if (message.data.action === "listen") listen(listener, message.data.data.streams);
    else authorize(listener, message.data);
  }

  function authorize(listener: Listener, message: SignIn): void {
    const [keyId, secretKey] =
      "data" in message
        ? [message.data.key_id, message.data.secret_key]
        : [message.key, message.secret];
    const account = accountOf(keyId, secretKey);
    if (account) listener.accountId = account.opening.id;
    const status = account ? "authorized" : "unauthorized";
    tell(listener, "authorization", { action: "authenticate", status });
  }

  /** The list replaces the one before; streams we do not have are left out silently. */
  function listen(listener: Listener, streams: readonly string[]): void {
    if (listener.accountId === undefined) {
      tell(listener, "authorization", { action: "listen", status: "unauthorized" });
      return;
    }
    listener.isListening = streams.includes(STREAM);
    tell(listener, "listening", { streams: listener.isListening ? [STREAM] : [] });
  }

  return {
    accept(socket) {
      const listener: Listener = { socket, isListening: false };
      listeners.add(listener);
      socket.on("message", (frame) => hear(listener, frame));
      socket.on("close", () => listeners.delete(listener));
    },
    publish(notices) {
      if (listeners.size === 0) return;
      for (const notice of notices) {
        const frame = frameOf(STREAM, wireTradeUpdate(notice));
        for (const { socket, accountId, isListening } of listeners)
          if (isListening && accountId === notice.accountId) sendBounded(socket, frame);
      }
    },
  };
}

type SignIn = Exclude<TradeStreamMessage, { action: "listen" }>;

const tell = ({ socket }: Listener, stream: string, body: unknown): void =>
  sendBounded(socket, frameOf(stream, body));

const frameOf = (stream: string, body: unknown): Buffer =>
  Buffer.from(JSON.stringify({ stream, data: body }));
