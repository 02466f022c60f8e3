import type { Storage } from "@sevenfold/application/ports/storage";
import type { DataSource } from "typeorm";
import { isWorthRepeating, translated, translatingTables } from "./database-error.ts";
import { tablesOf } from "./tables.ts";
import { inTransaction } from "./transaction.ts";

const RETRIES_MAX = 5;

export interface TypeormStorageOptions {
  readonly dataSource: DataSource;
  /** Milliseconds to wait before retry 1, 2, … 5. Give it chance, so that rivals part. */
  readonly pauseMs: (retry: number) => number;
}

export function typeormStorage({ dataSource, pauseMs }: TypeormStorageOptions): Storage {
  return {
    async transact(work) {
      for (let retry = 1; ; retry += 1) {
        try {
          return await inTransaction(dataSource, (manager) => work(tablesOf(manager)));
        } catch (error) {
          if (!isWorthRepeating(error) || RETRIES_MAX < retry) throw translated(error);
        }
        await pause(pauseMs(retry));
      }
    },
    read: translatingTables(tablesOf(dataSource.manager)),
  };
}

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));
