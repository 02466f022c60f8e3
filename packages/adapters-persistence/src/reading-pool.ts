import pg from "pg";
import { gatherUntil } from "./gather.ts";

/** A prepared SELECT: the server parses and plans it once under its name. */
export interface NamedRead {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** One connection that many reads share. */
interface Reader {
  readonly opening: Promise<pg.Client>;
  /** Reads sent and not answered yet. */
  waiting: number;
}

const READERS = 2;
/** More than all connections to the HTTP server ask for at once; beyond it something is stuck. */
const WAITING_MAX = 20_000;

/**
 * A pool whose reads outside transactions share two connections of their own: the server gets what
 * is asked within one turn of the event loop in one piece, and answers it in order. A transaction
 * has a connection to itself, as in any pool.
 */
export class ReadingPool extends pg.Pool {
  readonly #settings: pg.ClientConfig;
  readonly #readers: Reader[] = [];

  constructor(settings: pg.PoolConfig) {
    const pipelined = { ...settings, pipeline: true };
    super({ ...pipelined, max: Math.max(1, (settings.max ?? 10) - READERS) });
    this.#settings = pipelined;
  }

  /** Rejects like `query`; a read whose connection is lost is not repeated. */
  async read(wanted: NamedRead): Promise<Rows> {
    if (this.ending) throw new Error("Cannot read from a pool that was ended.");
    const reader = this.#reader();
    if (WAITING_MAX <= reader.waiting)
      throw new Error("connection terminated: too many reads wait");
    reader.waiting += 1;
    try {
      const client = await reader.opening;
      gatherUntil(setImmediate, client);
      return (await client.query(wanted)).rows;
    } finally {
      reader.waiting -= 1;
    }
  }

  override end(): Promise<void>;
  override end(done: (error?: Error) => void): void;
  override end(done?: (error?: Error) => void): Promise<void> | void {
    const ended = this.#endAll();
    if (done === undefined) return ended;
    ended.then(() => done(), done);
  }

  async #endAll(): Promise<void> {
    const readers = this.#readers.splice(0);
    await Promise.allSettled(readers.map(async ({ opening }) => (await opening).end()));
    await super.end();
  }

  /** The one with the fewest reads under way, opened now unless both are. */
  #reader(): Reader {
    if (this.#readers.length < READERS) return this.#open();
    return this.#readers.reduce((least, each) => (each.waiting < least.waiting ? each : least));
  }

  #open(): Reader {
    const client = new pg.Client(this.#settings);
    const leave = () => {
      const index = this.#readers.indexOf(reader);
      if (index !== -1) this.#readers.splice(index, 1);
    };
    client.on("error", (error) => {
      leave();
      this.emit("error", error, client);
    });
    client.on("end", leave);
    const reader: Reader = { waiting: 0, opening: connected(client) };
    reader.opening.catch(() => {
      leave();
      void client.end().catch(() => undefined);
    });
    this.#readers.push(reader);
    return reader;
  }
}

/**
 * A named read is planned once for all its values: hot-reads.test.ts holds that this plan uses an index.
 * Planned anew for each value, reads cost the server a fifth more under load. No scan is forbidden.
 */
const PLAN_ONCE =
  "SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false)";

async function connected(client: pg.Client): Promise<pg.Client> {
  await client.connect();
  await client.query(PLAN_ONCE);
  return client;
}
