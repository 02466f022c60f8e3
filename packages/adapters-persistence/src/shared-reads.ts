import type pg from "pg";
import type { DataSource, QueryRunner } from "typeorm";
import { askTogether } from "./one-packet.ts";

/** A connection of the pool that reads share for as long as one is under way. */
interface Reader {
  readonly runner: QueryRunner;
  readonly connecting: Promise<pg.Client>;
  /** Reads that have no answer yet. */
  waiting: number;
}

const READERS_MAX = 2;
/** More than all connections to the HTTP server ask for at once; beyond it something is stuck. */
const WAITING_MAX = 20_000;

const readersOf = new WeakMap<DataSource, Set<Reader>>();

/**
 * Asks on a connection that other reads may be under way on: the driver sends each at once, and the
 * server answers in order. A read whose connection is lost fails, and is not repeated.
 */
export async function readShared(
  dataSource: DataSource,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const readers = readersOf.get(dataSource) ?? new Set();
  readersOf.set(dataSource, readers);
  const reader = readers.size < READERS_MAX ? opened(dataSource, readers) : idlest(readers);
  if (WAITING_MAX <= reader.waiting) throw new Error("connection terminated: too many reads wait");
  reader.waiting += 1;
  try {
    return await askTogether(await reader.connecting, statement, setImmediate);
  } catch (error) {
    // Should it be the connection's fault, the next read takes another.
    readers.delete(reader);
    throw error;
  } finally {
    reader.waiting -= 1;
    if (reader.waiting === 0) {
      readers.delete(reader);
      await reader.runner.release();
    }
  }
}

function opened(dataSource: DataSource, readers: Set<Reader>): Reader {
  const runner = dataSource.createQueryRunner();
  const reader = { runner, connecting: runner.connect(), waiting: 0 };
  readers.add(reader);
  return reader;
}

const idlest = (readers: ReadonlySet<Reader>): Reader =>
  [...readers].reduce((least, each) => (each.waiting < least.waiting ? each : least));
