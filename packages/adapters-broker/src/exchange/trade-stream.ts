import type { VenueNotice } from "@sevenfold/application/exchange/venue-changes";
import type { WebSocket } from "ws";

import { dismiss, onceTooLate, SOCKETS_PER_ACCOUNT_MAX, sendBounded } from "./bounded-socket.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { wireTradeUpdate } from "./exchange-mapping.ts";
import { TradeStreamMessage } from "./exchange-wire.ts";
import type { FrameCoding } from "./frame-coding.ts";

const STREAM = "trade_updates";
const POLICY_VIOLATION = 1008;

interface Listener {
  readonly socket: WebSocket;
  readonly coding: FrameCoding;
  accountId?: string;
  isListening: boolean;
}

/** The stream of an account's own orders: UTF-8 JSON in binary frames, no replay. */
export interface TradeStream {
  accept(socket: WebSocket, coding: FrameCoding): void;
  publish(notices: readonly VenueNotice[]): void;
}

export function tradeStream({ accountOf }: Pick<ExchangeDesk, "accountOf">): TradeStream {
  const listeners = new Set<Listener>();

  function hear(listener: Listener, frame: Buffer): void {
    const message = TradeStreamMessage.safeParse(listener.coding.read(frame));
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
    const id = accountOf(keyId, secretKey)?.opening.id;
    const alike = [...listeners].filter(({ accountId }) => accountId === id).length;
    if (id !== undefined && listener.accountId !== id && SOCKETS_PER_ACCOUNT_MAX <= alike) {
      dismiss(listener.socket, undefined, POLICY_VIOLATION);
      return;
    }
    if (id !== undefined) listener.accountId = id;
    const status = id === undefined ? "unauthorized" : "authorized";
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
    accept(socket, coding) {
      const listener: Listener = { socket, coding, isListening: false };
      listeners.add(listener);
      onceTooLate(socket, () => {
        if (listener.accountId === undefined) dismiss(socket, undefined, POLICY_VIOLATION);
      });
      socket.on("message", (frame) => hear(listener, frame as Buffer));
      socket.on("close", () => listeners.delete(listener));
    },
    publish(notices) {
      if (listeners.size === 0) return;
      for (const notice of notices) {
        const heard = [...listeners].filter(
          ({ accountId, isListening }) => isListening && accountId === notice.accountId,
        );
        if (heard.length === 0) continue;
        const update = wireTradeUpdate(notice);
        for (const listener of heard) tell(listener, STREAM, update);
      }
    },
  };
}

type SignIn = Exclude<TradeStreamMessage, { action: "listen" }>;

/** Binary in either coding: JSON travels in binary frames too. */
const tell = ({ socket, coding }: Listener, stream: string, body: unknown): void =>
  sendBounded(socket, Buffer.from(coding.message({ stream, data: body })));
