import { StorageUnavailable, type Tables } from "@sevenfold/application/ports/stores/storage";
import { QueryFailedError } from "typeorm";

/** Two transactions were in each other's way, and PostgreSQL undid this one: it may start again. */
const REPEATABLE: ReadonlySet<string> = new Set(["40001", "40P01"]);

/**
 * The server went away, refuses us, is too slow, has no room or takes no writes for now; and Node's
 * own words for it.
 */
const GONE = /^(08|25006|53|57014|57P|25P03|E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND))/;
const GONE_IN_WORDS =
  /connection terminated|^timeout expired$|timeout exceeded when trying to connect|not queryable|runner (was )?already released/i;

export const isWorthRepeating = (error: unknown): boolean => REPEATABLE.has(codeOf(error) ?? "");

/**
 * The error as the application knows it. After one of these at COMMIT nobody knows whether the
 * transaction took place: the caller reads again before it repeats.
 */
export function translated(thrown: unknown): unknown {
  // The driver's own error: TypeORM's carries the values of the statement, and errors are logged.
  const error = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
  if (!(error instanceof Error)) return error;
  const isGone = GONE.test(codeOf(error) ?? "") || GONE_IN_WORDS.test(error.message);
  return isGone ? new StorageUnavailable(error.message, { cause: error }) : error;
}

/** The tables, whose every method throws errors as the application knows them. */
export function translatingTables(tables: Tables): Tables {
  const stores = Object.entries(tables).map(([name, store]) => [name, translatingStore(store)]);
  return Object.fromEntries(stores) as Tables;
}

export function translatingStore<Store extends object>(store: Store): Store {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (method as (...args: unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        throw translated(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as Store;
}

function codeOf(error: unknown): string | undefined {
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  const found = code ?? driverError?.code;
  return typeof found === "string" ? found : undefined;
}
