import type { BrokerNotice } from "@sevenfold/application/ports/broker";
import { reconnectingFrames } from "../reconnecting-socket.ts";
import { kindOfOrder } from "./alpaca-foreign.ts";
import type { AlpacaConnection } from "./alpaca-http.ts";
import { executionFromUpdate, orderFromWire } from "./alpaca-mapping.ts";
import { StreamFrameWire } from "./alpaca-wire.ts";

const ORDERS = "trade_updates";
/**
 * Keys that were refused are tried again soon, for without this stream nothing is traded and the venue may
 * have been wrong; then more and more seldom, down to three times an hour.
 */
const REFUSED_WAIT_MS_MIN = 2_000;
const REFUSED_WAIT_MS_MAX = 20 * 60_000;
const KEYS_REFUSED = {
  kind: "disconnected",
  message: "The broker does not accept these keys.",
  areKeysRefused: true,
} as const;

/** The `trade_updates` stream. It has no replay: after every "connected" the reader reconciles. */
export async function* alpacaNotices(
  connection: AlpacaConnection,
  signal: AbortSignal,
): AsyncGenerator<BrokerNotice, void, undefined> {
  let send: (text: string) => void = () => {};
  let hangUp: (message: string) => void = () => {};
  let isOpen = false;
  let areKeysRefused = false;
  let refusals = 0;
  let patience: NodeJS.Timeout | undefined;
  /** A venue that owes an answer for too long has forgotten us: the connection is opened anew. */
  const awaitAnswer = (what: string) => {
    clearTimeout(patience);
    patience = setTimeout(() => hangUp(`The broker did not answer ${what}.`), connection.timeoutMs);
  };
  const socket = {
    url: connection.tradingStreamUrl,
    retryMsMin: 500,
    retryMsMax: connection.retryMsMax,
    waitMsAfter: () =>
      areKeysRefused
        ? Math.min(REFUSED_WAIT_MS_MAX, REFUSED_WAIT_MS_MIN * 2 ** (refusals - 1))
        : undefined,
  };
  try {
    for await (const news of reconnectingFrames(socket, signal)) {
      if (news.kind === "closed") {
        clearTimeout(patience);
        // Of one that did not come about nobody has refused anything.
        if (!isOpen) areKeysRefused = false;
        isOpen = false;
        // Of one that we ended ourselves it is said already.
        if (!areKeysRefused) yield { kind: "disconnected", message: news.message };
      }
      if (news.kind === "open") {
        ({ hangUp, send } = news);
        [isOpen, areKeysRefused] = [true, false];
        send(
          JSON.stringify({
            action: "authenticate",
            data: { key_id: connection.keyId, secret_key: connection.secretKey },
          }),
        );
        awaitAnswer("the sign-in");
      }
      if (news.kind !== "frame") continue;
      const frame = frameFrom(news.text);
      if (frame?.stream === "authorization") {
        areKeysRefused = frame.data.status !== "authorized";
        refusals = areKeysRefused ? refusals + 1 : 0;
        if (areKeysRefused) {
          yield KEYS_REFUSED;
          // Left open it would never be signed in to again.
          hangUp(KEYS_REFUSED.message);
        } else {
          send(JSON.stringify({ action: "listen", data: { streams: [ORDERS] } }));
          awaitAnswer("what it tells");
        }
      }
      // A stream that it does not have it leaves out without a word.
      if (frame?.stream === "listening" && frame.data.streams.includes(ORDERS)) {
        clearTimeout(patience);
        yield { kind: "connected" };
      }
      if (frame?.stream === "trade_updates") yield* noticesOf(frame.data);
    }
  } finally {
    clearTimeout(patience);
  }
}

/** The execution first: the order's cumulative count is only true together with it. */
function* noticesOf(
  update: Parameters<typeof executionFromUpdate>[0],
): Generator<BrokerNotice, void, undefined> {
  if (kindOfOrder(update.order) !== undefined) return;
  const execution = executionFromUpdate(update);
  if (execution) yield { kind: "execution", execution };
  const report = orderFromWire(update.order);
  if (report) yield { kind: "order", report };
}

/** A frame we cannot read is left to reconciliation; the one-byte heartbeat is such a frame. */
function frameFrom(text: string): StreamFrameWire | undefined {
  if (text.length < 2) return undefined;
  try {
    const read = StreamFrameWire.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
