import type { DuckDBConnection } from "@duckdb/node-api";

/** What DuckDB may take beside the columns that are read. */
const MEMORY_MAX = "512MB";

/**
 * A DuckDB of this process's own, without files, network or extensions beyond those built in;
 * undefined where the package is not installed, which is optional for its size.
 */
export async function openDuckdb(): Promise<DuckDBConnection | undefined> {
  const api = await import("@duckdb/node-api").catch(() => undefined);
  if (api === undefined) return undefined;
  const instance = await api.DuckDBInstance.create(":memory:", {
    memory_limit: MEMORY_MAX,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  return instance.connect();
}

/** A text as SQL writes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A column's name as SQL writes it. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;
