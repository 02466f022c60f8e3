import type pg from "pg";

/** The driver's socket, which its types do not name. */
interface Corked {
  readonly connection?: { readonly stream?: { cork(): void; uncork(): void } };
}

/**
 * Asks, and lets what is asked on the connection in the same turn leave with it: a packet costs the
 * process more than most statements do. Nothing waits for longer than the code that runs now.
 */
export function askTogether(
  client: pg.Client,
  statement: pg.QueryConfig | string,
): Promise<pg.QueryResult> {
  // The embedded database has no socket.
  const stream = client.pipeline ? (client as pg.Client & Corked).connection?.stream : undefined;
  stream?.cork();
  process.nextTick(() => stream?.uncork());
  return client.query(statement as pg.QueryConfig);
}
