import { randomUUID } from "node:crypto";
import type {
  Announcement,
  Announcer,
  LocalAnnouncer,
} from "@sevenfold/application/ports/announcer";
import type { Log } from "@sevenfold/application/ports/log";
import pg from "pg";
import { translated } from "../database-error.ts";
import { hungUp } from "../hung-up.ts";
import { MISSED, noticesOf, type Told, toldBy } from "./notices.ts";

export interface PostgresAnnouncerSettings {
  /** postgres://… : the database that all processes share. */
  readonly url: string;
  /** What this process announces and hears by. */
  readonly local: LocalAnnouncer;
  readonly log: Log;
  /** What only one process on the database may be, in a word, where this one is to be it. */
  readonly soleRole?: string;
  /** Milliseconds before attempt 1, 2, … to connect again; 250 doubled up to 5,000 when absent. */
  readonly pauseMs?: (attempt: number) => number;
}

export interface PostgresAnnouncer extends Announcer {
  /** Sends what waits, if the server still answers, and hangs up. */
  close(): Promise<void>;
}

/** Another process on the database has the role that only one may have. */
export class RoleTaken extends Error {
  override readonly name = "RoleTaken";
}

/** What the server knows the connection by. */
export const LISTENER_NAME = "sevenfold-announcer";

const CHANNEL = "sevenfold";
/** Different announcements that wait for the server; beyond it one word, "missed", stands for all. */
const WAITING_MAX = 10_000;
/** The server takes a moment to notice that the process before this one was killed. */
const CLAIMS_MAX = 20;
const CLAIM_EVERY_MS = 150;
/** A line that died without a word is noticed by asking. */
const CHECK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Announces to every process on one database, over LISTEN and NOTIFY on a connection of its own.
 * While that connection is away announcements are gathered, and sent once it is back; the listeners
 * of this process are told then that they may have missed some. Needs a connection that is its own:
 * a pooler in front must not share it out by transactions. Rejects as `openStorage` does when no
 * server answers, and with RoleTaken.
 */
export async function openPostgresAnnouncer(
  settings: PostgresAnnouncerSettings,
): Promise<PostgresAnnouncer> {
  const line = new Line(settings);
  await line.open();
  return {
    announce(announcement) {
      settings.local.announce(announcement);
      line.send(announcement);
    },
    listen: (hear, missed) => settings.local.listen(hear, missed),
    close: () => line.close(),
  };
}

/** This process's connection to the others. */
class Line {
  readonly #settings: PostgresAnnouncerSettings;
  readonly #self = randomUUID();
  #client: pg.Client | undefined;
  #isClosed = false;
  #attempts = 0;
  #waiting = new Map<string, Told>();
  #sending: Promise<void> | undefined;
  #retrying: NodeJS.Timeout | undefined;
  #checking: NodeJS.Timeout | undefined;

  constructor(settings: PostgresAnnouncerSettings) {
    this.#settings = settings;
  }

  async open(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      throw error instanceof RoleTaken ? error : translated(error);
    }
  }

  send(announcement: Announcement): void {
    this.#wait(announcement);
    this.#sendSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retrying);
    clearInterval(this.#checking);
    await this.#sending;
    if (this.#client) await this.#sendWaiting(this.#client);
    if (this.#client) await hungUp(this.#client).catch(() => undefined);
  }

  #wait(told: Told): void {
    if (WAITING_MAX <= this.#waiting.size) {
      this.#waiting.clear();
      this.#waiting.set(MISSED, MISSED);
    }
    this.#waiting.set(told === MISSED ? MISSED : Object.values(told).join(" "), told);
  }

  /** What is announced within one turn of the event loop travels together. */
  #sendSoon(): void {
    if (this.#sending || this.#isClosed) return;
    this.#sending = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#client && this.#sendWaiting(this.#client))
      .finally(() => {
        this.#sending = undefined;
        if (0 < this.#waiting.size && this.#client) this.#sendSoon();
      });
  }

  async #sendWaiting(client: pg.Client): Promise<void> {
    const told = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      for (const payload of noticesOf(this.#self, told))
        await client.query({ name: "notify", text: NOTIFY, values: [CHANNEL, payload] });
    } catch (error) {
      // Sent twice is read twice; what is dropped is not read at all.
      for (const each of told) this.#wait(each);
      this.#lost(client, error);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#settings.url,
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, "the server hung up"));
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`${NOTICE_DEATH}; LISTEN ${CHANNEL}`);
      await this.#claimRole(client);
    } catch (error) {
      await hungUp(client).catch(() => undefined);
      throw error;
    }
    if (this.#isClosed) return void client.end().catch(() => undefined);
    this.#client = client;
    this.#attempts = 0;
    this.#checking = setInterval(() => void this.#check(client), CHECK_EVERY_MS);
  }

  /** Held by the connection: whoever dies gives it back. */
  async #claimRole(client: pg.Client): Promise<void> {
    const { soleRole } = this.#settings;
    if (soleRole === undefined) return;
    for (let claim = 1; claim <= CLAIMS_MAX; claim += 1) {
      const { rows } = await client.query(CLAIM, [`${CHANNEL} ${soleRole}`]);
      if (rows[0].granted === true) return;
      await new Promise((resolve) => setTimeout(resolve, CLAIM_EVERY_MS));
    }
    throw new RoleTaken(`Another process on this database is its ${soleRole}.`);
  }

  async #check(client: pg.Client): Promise<void> {
    await client.query("SELECT 1").catch((error: unknown) => this.#lost(client, error));
  }

  /** Its own words come back too: they were heard when they were said. */
  #hear(payload: string): void {
    const { local, log } = this.#settings;
    const notice = toldBy(payload);
    if (!notice) {
      // Of a version that announces what this one does not know.
      log.warn("announcement-not-understood", { payload: payload.slice(0, 200) });
      local.missed();
      return;
    }
    if (notice.from === this.#self) return;
    for (const told of notice.told) {
      if (told === MISSED) local.missed();
      else local.announce(told);
    }
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#checking);
    void client.end().catch(() => undefined);
    if (this.#isClosed) return;
    this.#settings.log.warn("announcements-cut-off", { error: String(error) });
    this.#connectLater();
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    const { pauseMs = doublingPause } = this.#settings;
    this.#attempts += 1;
    this.#retrying = setTimeout(() => void this.#connectAgain(), pauseMs(this.#attempts));
  }

  async #connectAgain(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      // That it is cut off was said once.
      if (error instanceof RoleTaken)
        this.#settings.log.error("role-taken", { error: error.message });
      return this.#connectLater();
    }
    this.#settings.log.info("announcements-heard-again", {});
    this.#settings.local.missed();
    if (0 < this.#waiting.size) this.#sendSoon();
  }
}

/** A machine that died hangs up nothing: the server asks after it, so that its role is free again. */
const NOTICE_DEATH =
  "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";
const CLAIM = "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS granted";
const NOTIFY = "SELECT pg_notify($1, $2)";

const doublingPause = (attempt: number): number => Math.min(5_000, 125 * 2 ** attempt);
