import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { Readers } from "@sevenfold/application/ports/stores/readers";

/** Two of them for reads, which is all a watch does. */
const CONNECTIONS = 3;

export interface ReopenedTables {
  /** Rejects while the database cannot be opened; the next call tries again. */
  tables(): Promise<Readers>;
  close(): Promise<void>;
}

/** The tables of a database that may be away when they are first asked for. Nothing is changed there. */
export function reopenedTables(databaseUrl: string, dataFolder: string): ReopenedTables {
  let opening: Promise<OpenStorage> | undefined;
  return {
    async tables() {
      opening ??= openStorage({ databaseUrl, dataFolder, poolSize: CONNECTIONS, isOnlyRead: true });
      try {
        return (await opening).storage.read;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
