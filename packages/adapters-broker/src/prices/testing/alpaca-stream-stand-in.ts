import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

/** Alpaca's stream of prices beside a stand-in, with the ways in which it fails. */
export interface AlpacaStreamStandIn {
  /** To whoever has subscribed to the symbol. */
  send(message: { readonly S: string } & Readonly<Record<string, unknown>>): void;
  /** To everybody that is signed in: an error, or garbage. */
  say(text: string): void;
  /** What it streams to its newest client. */
  streamed(): readonly string[];
  /** Everything its clients said, but their keys. */
  readonly heard: Readonly<Record<string, unknown>>[];
  connectionCount(): number;
  /** Of the plan. */
  symbolsMax: number;
  /** What it says to the wish for halts. */
  halts: "told" | "refused" | "unanswered";
  /** How the next connections are treated. */
  manner: "sound" | "mute" | "deaf" | "away" | { readonly code: number; readonly msg: string };
  cut(): void;
  /** Connections stand, pings are answered, and nothing is told on them any more. */
  forget(): void;
  /** Whether somebody is on the line who is to be streamed to and is not yet. */
  isSettling(): boolean;
  /** Once its clients have read what was sent, or are gone. */
  read(): Promise<void>;
  close(): void;
}

export function alpacaStreamStandIn(
  server: Server,
  keys: { readonly keyId: string; readonly secretKey: string },
): AlpacaStreamStandIn {
  const acceptor = new WebSocketServer({ noServer: true });
  const clients = new Map<WebSocket, Set<string>>();
  let connections = 0;
  let newest: WebSocket | undefined;
  const forgotten = new WeakSet<WebSocket>();

  const tell = (socket: WebSocket, message: object) => socket.send(JSON.stringify([message]));
  const stream: AlpacaStreamStandIn = {
    heard: [],
    symbolsMax: 30,
    halts: "told",
    manner: "sound",
    send(message) {
      for (const [socket, symbols] of clients) if (symbols.has(message.S)) tell(socket, message);
    },
    say(text) {
      for (const socket of clients.keys()) socket.send(text);
    },
    streamed: () => [...((newest && clients.get(newest)) ?? [])],
    connectionCount: () => connections,
    cut() {
      for (const socket of acceptor.clients) socket.terminate();
    },
    forget() {
      for (const socket of acceptor.clients) forgotten.add(socket);
      clients.clear();
    },
    isSettling: () =>
      stream.manner === "sound" &&
      [...acceptor.clients].some(
        (socket) =>
          socket.readyState === socket.OPEN &&
          !forgotten.has(socket) &&
          !(0 < (clients.get(socket)?.size ?? 0)),
      ),
    async read() {
      await Promise.all([...acceptor.clients].map(answered));
    },
    close() {
      stream.cut();
      acceptor.close();
    },
  };

  server.on("upgrade", (request, raw, head) => {
    if (stream.manner === "away") {
      raw.destroy();
      return;
    }
    acceptor.handleUpgrade(request, raw, head, (socket) => {
      connections += 1;
      socket.on("error", () => undefined);
      socket.on("close", () => clients.delete(socket));
      if (stream.manner !== "mute") tell(socket, { T: "success", msg: "connected" });
      socket.on("message", (frame) => {
        const message = JSON.parse(String(frame)) as Record<string, unknown>;
        if (stream.manner !== "mute") hear(socket, message);
      });
    });
  });

  function hear(socket: WebSocket, message: Record<string, unknown>): void {
    const answer =
      message.action === "auth" ? signIn(socket, message.secret) : change(socket, message);
    if (answer) tell(socket, answer);
  }

  function signIn(socket: WebSocket, secret: unknown): object {
    if (typeof stream.manner === "object") return { T: "error", ...stream.manner };
    if (secret !== keys.secretKey) return { T: "error", code: 402, msg: "auth failed" };
    clients.set(socket, new Set());
    newest = socket;
    return { T: "success", msg: "authenticated" };
  }

  function change(socket: WebSocket, message: Record<string, unknown>): object | undefined {
    stream.heard.push(message);
    if (stream.manner === "deaf") return undefined;
    const symbols = clients.get(socket);
    if (!symbols) return { T: "error", code: 401, msg: "not authenticated" };
    if (message.statuses !== undefined) {
      if (stream.halts === "unanswered") return undefined;
      if (stream.halts === "refused")
        return { T: "error", code: 410, msg: "invalid subscribe action for this feed" };
      return { ...subscriptionOf(symbols), statuses: message.statuses };
    }
    const named = (message.trades ?? []) as string[];
    if (message.action === "unsubscribe") for (const symbol of named) symbols.delete(symbol);
    else if (stream.symbolsMax < new Set([...symbols, ...named]).size)
      return { T: "error", code: 405, msg: "symbol limit exceeded" };
    else for (const symbol of named) symbols.add(symbol);
    return subscriptionOf(symbols);
  }
  return stream;
}

function subscriptionOf(symbols: ReadonlySet<string>): object {
  const trades = [...symbols];
  return { T: "subscription", trades, quotes: trades, bars: [], corrections: trades };
}

/** A client answers a ping in its turn: it has read what was sent before. */
const answered = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    const done = () => {
      socket.off("pong", done).off("close", done);
      resolve();
    };
    socket.on("pong", done).on("close", done);
    socket.ping();
  });
