import WebSocket from "ws";
import { pause } from "./pause.ts";

/** Something that happened on the line, in order. */
export type SocketNews =
  | {
      readonly kind: "open";
      readonly send: (text: string) => void;
      /** Ends this connection, for that reason. */
      readonly hangUp: (message: string) => void;
    }
  | { readonly kind: "frame"; readonly text: string }
  | { readonly kind: "closed"; readonly message: string };

export interface SocketOptions {
  readonly url: string;
  /**
   * First and longest wait before a new attempt, the longest a minute unless said; the real one is
   * random in between (full jitter).
   */
  readonly retryMsMin: number;
  readonly retryMsMax?: number | undefined;
  /** How long a venue may hold the next attempt back, by what it said when it closed. */
  readonly waitMsAfter?: (message: string) => number | undefined;
}

const RETRY_MS_MAX = 60_000;
/** A connection that stood for less is one more in vain: a venue may greet, and then turn away. */
const STOOD_MS = 10_000;
const PING_EVERY_MS = 10_000;
const PONG_WITHIN_MS = 5_000;
const FRAMES_WAITING_MAX = 10_000;
/** Of a frame unpacked, and of all that wait to be read. */
const FRAME_BYTES_MAX = 1_048_576;
const WAITING_BYTES_MAX = 16 * 1_048_576;

/**
 * Frames of one websocket, reconnecting for ever until the signal aborts. Every connection begins
 * with "open" and ends with "closed": in between nothing was lost, across them anything may be.
 * A reader that falls ten thousand frames behind, or sixteen mebibytes of them, loses the connection,
 * never single frames.
 */
export async function* reconnectingFrames(
  options: SocketOptions,
  signal: AbortSignal,
): AsyncGenerator<SocketNews, void, undefined> {
  let failures = 0;
  while (!signal.aborted) {
    let closing = "closed";
    let openedAt = Number.POSITIVE_INFINITY;
    for await (const news of oneConnection(options.url, signal)) {
      if (news.kind === "open") openedAt = performance.now();
      if (news.kind === "closed") closing = news.message;
      yield news;
    }
    if (signal.aborted) return;
    if (STOOD_MS <= performance.now() - openedAt) failures = 0;
    const { retryMsMax = RETRY_MS_MAX } = options;
    const ceiling = Math.min(retryMsMax, options.retryMsMin * 2 ** Math.min(failures, 16));
    failures += 1;
    const held = options.waitMsAfter?.(closing) ?? 0;
    await pause(Math.max(held, Math.random() * ceiling), signal);
  }
}

async function* oneConnection(
  url: string,
  signal: AbortSignal,
): AsyncGenerator<SocketNews, void, undefined> {
  const waiting: SocketNews[] = [];
  let waitingBytes = 0;
  let wake = () => {};
  let closed = false;
  const put = (news: SocketNews) => {
    if (closed) return;
    if (news.kind === "closed") closed = true;
    waiting.push(news);
    wake();
  };

  const socket = new WebSocket(url, { handshakeTimeout: 10_000, maxPayload: FRAME_BYTES_MAX });
  const stop = () => {
    socket.terminate();
    wake();
  };
  signal.addEventListener("abort", stop, { once: true });
  const heartbeat = heartbeatOf(socket);

  const hangUp = (message: string) => {
    put({ kind: "closed", message });
    socket.terminate();
  };
  socket.on("open", () => put({ kind: "open", send: (text) => socket.send(text), hangUp }));
  socket.on("message", (payload) => {
    const text = textOf(payload);
    if (FRAMES_WAITING_MAX <= waiting.length || WAITING_BYTES_MAX < waitingBytes + text.length) {
      hangUp("the reader fell behind");
      return;
    }
    waitingBytes += text.length;
    put({ kind: "frame", text });
  });
  socket.on("error", (error) => hangUp(error.message));
  socket.on("close", (code, reason) =>
    put({ kind: "closed", message: `${code} ${reason}`.trim() }),
  );

  try {
    for (;;) {
      const next = waiting.shift();
      if (next) {
        if (next.kind === "frame") waitingBytes -= next.text.length;
        yield next;
        if (next.kind === "closed") return;
        continue;
      }
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    clearInterval(heartbeat);
    signal.removeEventListener("abort", stop);
    socket.terminate();
  }
}

/** Pings a quiet line; a line that does not answer is half open and is cut. */
function heartbeatOf(socket: WebSocket): NodeJS.Timeout {
  let answeredAt = performance.now();
  socket.on("pong", () => {
    answeredAt = performance.now();
  });
  socket.on("open", () => {
    answeredAt = performance.now();
  });
  return setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (PING_EVERY_MS + PONG_WITHIN_MS < performance.now() - answeredAt) socket.terminate();
    else socket.ping();
  }, PING_EVERY_MS / 2);
}

function textOf(payload: WebSocket.RawData): string {
  if (Array.isArray(payload)) return Buffer.concat(payload).toString("utf8");
  return Buffer.from(payload as ArrayBuffer).toString("utf8");
}
