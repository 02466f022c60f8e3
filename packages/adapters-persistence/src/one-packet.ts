import type pg from "pg";

/** The driver's socket, which its types do not name. */
interface Corked {
  readonly connection?: { readonly stream?: { cork(): void; uncork(): void } };
}

/** Until when the embedded database is busy with what its connection was asked. */
const busyUntil = new WeakMap<pg.Client, Promise<unknown>>();

/**
 * Asks, and lets what is asked on the connection in the same turn leave with it: a packet costs the
 * process more than most statements do. Nothing waits for longer than the code that runs now, or, where
 * that is said, than what came in with it. The embedded database has no socket, and takes one statement
 * after the other.
 */
export function askTogether(
  client: pg.Client,
  statement: pg.QueryConfig | string,
  leave: (send: () => void) => void = process.nextTick,
): Promise<pg.QueryResult> {
  if (!client.pipeline) return askInTurn(client, statement);
  const { stream } = (client as pg.Client & Corked).connection ?? {};
  stream?.cork();
  leave(() => stream?.uncork());
  return client.query(statement as pg.QueryConfig);
}

/** The driver's own waiting line is one that its next version has no more. */
function askInTurn(client: pg.Client, statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
  const before = busyUntil.get(client);
  const ask = () => client.query(statement as pg.QueryConfig);
  const answer = before === undefined ? ask() : before.then(ask);
  const free = answer.then(
    () => undefined,
    () => undefined,
  );
  busyUntil.set(client, free);
  void free.then(() => {
    if (busyUntil.get(client) === free) busyUntil.delete(client);
  });
  return answer;
}
