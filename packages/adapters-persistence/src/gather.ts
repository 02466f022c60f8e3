import type pg from "pg";

const gathering = new WeakSet<pg.ClientBase>();

/** Holds back what is written to the server until then, so that it goes out in one piece. */
export function gatherUntil(
  later: (work: () => void) => void,
  client: pg.ClientBase & Pick<pg.Client, "connection">,
): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = client.connection;
  stream.cork();
  later(() => {
    gathering.delete(client);
    stream.uncork();
  });
}
