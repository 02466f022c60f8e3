import { createServer, type Socket } from "node:net";

/** A server that takes connections and answers nothing of what is asked. */
export interface SilentPostgres {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * It lets everybody in, or says nothing from the start. With `dripsEveryMs` a byte comes that often:
 * the beginning of an answer that is never whole.
 */
export async function silentPostgres({
  dripsEveryMs,
  letsIn = true,
}: {
  readonly dripsEveryMs?: number;
  readonly letsIn?: boolean;
} = {}): Promise<SilentPostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.resume();
    socket.once("data", () => {
      if (letsIn) socket.write(Buffer.concat([LET_IN, READY]));
    });
    if (dripsEveryMs === undefined) return;
    const drip = setInterval(() => socket.write(ROWS_BEGIN), dripsEveryMs);
    socket.on("close", () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `postgres://nobody:nothing@127.0.0.1:${port}/nowhere`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** AuthenticationOk and ReadyForQuery, as PostgreSQL's protocol of version 3 has them. */
const LET_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** The letter of a RowDescription; as the next bytes it is a length that never comes. */
const ROWS_BEGIN = "T";
