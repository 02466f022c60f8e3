import { createHash, randomBytes, randomUUID } from "node:crypto";

import type { Identifiers } from "@sevenfold/application/ports/identifiers";
import { type Instant, instant } from "@sevenfold/domain/market";
import { WebSocket } from "ws";

import type { OpenJournal } from "../exchange-journal-file.ts";
import type { Exchange, ExchangeSettings } from "../exchange-settings.ts";
import { startExchange } from "../start-exchange.ts";
import { takeLockHere } from "./lock-in-process.ts";

/** A Friday, 11:00 in New York. */
export const START = instant(Date.UTC(2026, 10, 20, 16));

export interface LoopbackExchange extends Exchange {
  /** Moves the exchange's clock; its loop notices within milliseconds. */
  moveTo(at: Instant): void;
  now(): Instant;
}

interface LoopbackSettings extends Partial<ExchangeSettings> {
  readonly startsAt?: Instant;
  readonly journalFile?: string;
  readonly openJournal?: OpenJournal;
}

/** A running exchange whose clock stands until the test moves it. */
export async function exchangeOnLoopback({
  journalFile,
  openJournal,
  ...settings
}: LoopbackSettings = {}): Promise<LoopbackExchange> {
  let at = settings.startsAt ?? START;
  const exchange = await startExchange({
    port: 0,
    seed: 7,
    volatility: 2,
    hours: "always",
    tickMs: 2,
    clock: { now: () => at },
    identifiers: randomIdentifiers(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...(journalFile !== undefined && {
      journal: {
        file: journalFile,
        takeLock: takeLockHere,
        ...(openJournal && { openFile: openJournal }),
      },
    }),
    ...settings,
  });
  return {
    ...exchange,
    now: () => at,
    moveTo(next) {
      at = next;
    },
  };
}

export const randomIdentifiers = (): Identifiers => ({
  uuid: randomUUID,
  secret: () => randomBytes(32).toString("base64url"),
  clientKeyOf: (cause) =>
    [...createHash("sha256").update(cause).digest().subarray(0, 20)]
      .map((byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte % 32])
      .join(""),
});

export interface Keys {
  readonly accountId: string;
  readonly keyId: string;
  readonly secretKey: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  readonly body: any;
}

/** Speaks to an exchange as one account does. */
export interface ExchangeClient extends Keys {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

export async function openClient(url: string, cash?: string): Promise<ExchangeClient> {
  const opened = await request(`${url}/paper/accounts`, "POST", {}, cash ? { cash } : {});
  return clientOf(url, opened.body);
}

export function clientOf(url: string, keys: Keys): ExchangeClient {
  const headers = { "APCA-API-KEY-ID": keys.keyId, "APCA-API-SECRET-KEY": keys.secretKey };
  return {
    ...keys,
    get: (path) => request(`${url}${path}`, "GET", headers),
    post: (path, body) => request(`${url}${path}`, "POST", headers, body),
    put: (path, body) => request(`${url}${path}`, "PUT", headers, body),
    patch: (path, body) => request(`${url}${path}`, "PATCH", headers, body),
    delete: (path) => request(`${url}${path}`, "DELETE", headers),
  };
}

/** Sends JSON, or a text as it is. */
export async function request(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
}

/** A socket whose messages wait to be looked at. */
export interface HeardSocket {
  readonly socket: WebSocket;
  /** Whether every frame so far was binary, or text. */
  readonly kinds: ReadonlySet<"binary" | "text">;
  say(message: unknown): void;
  /** The first message not yet taken that passes; those before it are dropped. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into messages of every shape
  next(passes?: (message: any) => boolean): Promise<any>;
  readonly closed: Promise<number>;
}

/** Opens a socket; an array frame counts as its messages. */
export async function hear(url: string, path: string): Promise<HeardSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`);
  const messages: unknown[] = [];
  const kinds = new Set<"binary" | "text">();
  let wake: () => void = () => undefined;
  socket.on("message", (frame, isBinary) => {
    kinds.add(isBinary ? "binary" : "text");
    const message: unknown = JSON.parse(String(frame));
    messages.push(...(Array.isArray(message) ? message : [message]));
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return {
    socket,
    kinds,
    closed,
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    async next(passes = () => true) {
      for (;;) {
        while (0 < messages.length) {
          const message = messages.shift();
          if (passes(message)) return message;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** A trade stream that has signed in and listens. */
export async function hearTrades(url: string, keys: Keys): Promise<HeardSocket> {
  const stream = await hear(url, "/stream");
  stream.say({ action: "authenticate", data: { key_id: keys.keyId, secret_key: keys.secretKey } });
  await stream.next(({ data }) => data.status === "authorized");
  stream.say({ action: "listen", data: { streams: ["trade_updates"] } });
  await stream.next(({ stream: name }) => name === "listening");
  return stream;
}

/** A market stream that has signed in. */
export async function hearMarket(url: string, keys: Keys): Promise<HeardSocket> {
  const stream = await hear(url, "/v2/iex");
  stream.say({ action: "auth", key: keys.keyId, secret: keys.secretKey });
  await stream.next(({ msg }) => msg === "authenticated");
  return stream;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
