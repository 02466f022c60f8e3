import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  type Subscription,
} from "@nats-io/transport-node";
import type { Log } from "@sevenfold/application/ports/log";
import type { NatsAddress } from "./nats-address.ts";
import { isRefusal, wordsOfFailure } from "./nats-words.ts";

export interface NatsLinkSettings {
  readonly address: NatsAddress;
  /** What a file `….creds` holds, where the servers ask for that. */
  readonly credentials?: string;
  /** How this process is called in the server's list of its clients. */
  readonly name: string;
  readonly log: Log;
  /** Milliseconds before attempt 1, 2, … to connect again; 250 doubled up to 5,000 when absent. */
  readonly pauseMs?: (attempt: number) => number;
}

/** NATS is not there, in words that say where it was looked for. */
export class NatsUnavailable extends Error {
  override readonly name = "NatsUnavailable";
}

/**
 * A process's connection to NATS, for as long as the process lives. It may be away at any moment:
 * nothing that must not be lost travels by it, and nothing waits in it while it is away.
 */
export interface NatsLink {
  /** The connection of this moment, for streams and stores; undefined while NATS is away. */
  current(): NatsConnection | undefined;
  /** The connection once there is one; rejects with NatsUnavailable when none comes in that time. */
  connected(withinMs: number): Promise<NatsConnection>;
  /** False where it was dropped, as NATS is away. */
  publish(subject: string, payload: Uint8Array | string): boolean;
  /** Hears a subject on this and on every later connection, until the returned function is called. */
  subscribe(subject: string, hear: HearMessage): () => void;
  /** Tells each time NATS comes or goes; ends when the returned function is called. */
  watch(tell: (isUp: boolean) => void): () => void;
  /** Sends what is on its way, at most for two seconds, and hangs up; a silent server keeps it no longer. */
  close(): Promise<void>;
}

export type HearMessage = (payload: Uint8Array, subject: string) => void;

const ANSWER_WITHIN_MS = 5_000;
/** A line that died without a word is noticed by asking: after six seconds at the latest. */
const PING_EVERY_MS = 2_000;
const PINGS_UNANSWERED_MAX = 2;
const CLOSE_WITHIN_MS = 2_000;

/** Returns at once: whoever starts while NATS is away works without it until it comes. */
export function openNatsLink(settings: NatsLinkSettings): NatsLink {
  const line = new Line(settings);
  line.begin();
  return {
    current: () => line.current,
    connected: (withinMs) => line.connected(withinMs),
    publish: (subject, payload) => line.publish(subject, payload),
    subscribe: (subject, hear) => line.subscribe({ subject, hear }),
    watch: (tell) => line.watch(tell),
    close: () => line.close(),
  };
}

interface Hearing {
  readonly subject: string;
  readonly hear: HearMessage;
}

/** One connection after the other; each new one hears what the one before heard. */
class Line {
  readonly #settings: NatsLinkSettings;
  readonly #hearings = new Map<Hearing, Subscription | undefined>();
  readonly #watchers = new Set<(isUp: boolean) => void>();
  #connection: NatsConnection | undefined;
  #isClosed = false;
  #attempts = 0;
  #retrying: NodeJS.Timeout | undefined;
  #connecting: Promise<void> | undefined;
  #failure = "";

  constructor(settings: NatsLinkSettings) {
    this.#settings = settings;
  }

  get current(): NatsConnection | undefined {
    return this.#connection;
  }

  begin(): void {
    this.#connecting = this.#connect().finally(() => {
      this.#connecting = undefined;
    });
  }

  connected(withinMs: number): Promise<NatsConnection> {
    if (this.#connection) return Promise.resolve(this.#connection);
    return new Promise((resolve, reject) => {
      const ended = this.watch((isUp) => {
        if (!isUp || !this.#connection) return;
        end();
        resolve(this.#connection);
      });
      const late = setTimeout(() => {
        end();
        reject(new NatsUnavailable(this.#failure || wordsOfFailure(undefined, this.#at)));
      }, withinMs);
      const end = () => {
        ended();
        clearTimeout(late);
      };
    });
  }

  publish(subject: string, payload: Uint8Array | string): boolean {
    const connection = this.#connection;
    if (!connection || connection.isClosed()) return false;
    connection.publish(subject, payload);
    return true;
  }

  subscribe(hearing: Hearing): () => void {
    this.#hearings.set(hearing, this.#connection && this.#hear(this.#connection, hearing));
    return () => {
      const subscription = this.#hearings.get(hearing);
      this.#hearings.delete(hearing);
      if (subscription && !subscription.isClosed()) subscription.unsubscribe();
    };
  }

  watch(tell: (isUp: boolean) => void): () => void {
    const watcher = (isUp: boolean) => tell(isUp);
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retrying);
    await atMost(CLOSE_WITHIN_MS, this.#connecting);
    const connection = this.#connection;
    this.#connection = undefined;
    if (!connection) return;
    await atMost(CLOSE_WITHIN_MS, connection.drain());
    await atMost(CLOSE_WITHIN_MS, connection.close());
  }

  /** One attempt; the library's own would keep what is published meanwhile, and say it late. */
  async #connect(): Promise<void> {
    try {
      const connection = await connect(this.#options());
      if (this.#isClosed) return await connection.close();
      this.#take(connection);
    } catch (error) {
      this.#noteFailure(error);
      this.#connectLater();
    }
  }

  #take(connection: NatsConnection): void {
    const cameBack = this.#failure !== "";
    this.#connection = connection;
    this.#attempts = 0;
    this.#failure = "";
    for (const hearing of this.#hearings.keys())
      this.#hearings.set(hearing, this.#hear(connection, hearing));
    void connection.closed().then((error) => this.#lost(connection, error));
    void this.#noteErrors(connection);
    if (cameBack) this.#settings.log.warn("nats-is-back", { at: this.#at });
    this.#tell(true);
  }

  #hear(connection: NatsConnection, { subject, hear }: Hearing): Subscription {
    return connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#settings.log.error("nats-subscription-failed", { subject, error });
        else hear(message.data, message.subject);
      },
    });
  }

  /** What the server objects to while the line stays: a right that is missing, above all. */
  async #noteErrors(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status())
      if (status.type === "error")
        this.#settings.log.error("nats-refused", {
          error: wordsOfFailure(status.error, this.#at),
        });
  }

  #lost(connection: NatsConnection, error: unknown): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#noteFailure(error);
    this.#tell(false);
    this.#connectLater();
  }

  /** Said once for each time it goes, and when it turns out that somebody is there who refuses us. */
  #noteFailure(error: unknown): void {
    const words = wordsOfFailure(error, this.#at);
    const isNews = this.#failure === "" || (words !== this.#failure && isRefusal(error));
    this.#failure = words;
    if (isNews && !this.#isClosed) this.#settings.log.warn("nats-is-away", { error: words });
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    const { pauseMs = doublingPause } = this.#settings;
    this.#attempts += 1;
    this.#retrying = setTimeout(() => this.begin(), pauseMs(this.#attempts));
  }

  #tell(isUp: boolean): void {
    for (const watcher of [...this.#watchers]) watcher(isUp);
  }

  get #at(): string {
    return this.#settings.address.servers.join(", ");
  }

  #options(): ConnectionOptions {
    const { address, credentials, name } = this.#settings;
    return {
      servers: [...address.servers],
      name,
      reconnect: false,
      timeout: ANSWER_WITHIN_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: PINGS_UNANSWERED_MAX,
      ...(address.isEncrypted ? { tls: {} } : {}),
      ...(address.user === undefined ? {} : { user: address.user }),
      ...(address.password === undefined ? {} : { pass: address.password }),
      ...(address.token === undefined ? {} : { token: address.token }),
      ...(credentials === undefined
        ? {}
        : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    };
  }
}

/** Waits for what is under way, however it ends, and no longer than that. */
async function atMost(ms: number, underWay: Promise<void> | undefined): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const inTime = new Promise<void>((resolve) => {
    late = setTimeout(resolve, ms);
  });
  await Promise.race([underWay?.catch(() => undefined), inTime]);
  clearTimeout(late);
}

const doublingPause = (attempt: number): number => Math.min(5_000, 125 * 2 ** attempt);
