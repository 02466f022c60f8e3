import type { Storage, Tables, TransactOptions } from "@sevenfold/application/ports/stores/storage";
import type { DataSource } from "typeorm";
import { isWorthRepeating, translated, translatingTables } from "./database-error.ts";
import { fewAtOnce } from "./few-at-once.ts";
import { tablesOf } from "./tables.ts";
import { inTransaction } from "./transaction.ts";

const RETRIES_MAX = 5;

export interface TypeormStorageOptions {
  readonly dataSource: DataSource;
  /** Milliseconds to wait before retry 1, 2, … 5. Give it chance, so that rivals part. */
  readonly pauseMs: (retry: number) => number;
  /** Where urgent work is done: beside the pool. In it when absent. */
  readonly urgent?: () => Promise<DataSource>;
}

/** Pieces of upkeep that hold a connection at once: the others are free for orders and fills. */
const UPKEEP_AT_ONCE_MAX = 4;

export function typeormStorage({
  dataSource,
  pauseMs,
  urgent = async () => dataSource,
}: TypeormStorageOptions): Storage {
  const limited = fewAtOnce(UPKEEP_AT_ONCE_MAX);
  const repeated = async <Value>(
    work: (tables: Tables) => Promise<Value>,
    options: TransactOptions,
  ): Promise<Value> => {
    for (let retry = 1; ; retry += 1) {
      try {
        const chosen = options.isUrgent ? await urgent() : dataSource;
        return await inTransaction(chosen, (manager) => work(tablesOf(manager)), options);
      } catch (error) {
        if (!isWorthRepeating(error) || RETRIES_MAX < retry) throw translated(error);
      }
      await pause(pauseMs(retry));
    }
  };
  return {
    transact: (work, options = {}) =>
      options.isUpkeep ? limited(() => repeated(work, options)) : repeated(work, options),
    read: translatingTables(tablesOf(dataSource.manager)),
  };
}

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));
