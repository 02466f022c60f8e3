import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that can be shut: what a client sees when the server is gone. */
export interface Gate {
  /** The server's address, by way of the gate. */
  readonly url: string;
  open(): Promise<void>;
  /** Cuts every connection and takes no new one. */
  shut(): Promise<void>;
  /** Nothing passes on the connections there are, and neither side hears of it; new ones are as before. */
  silence(): void;
}

export async function gateTo(serverUrl: string): Promise<Gate> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  /** An end is piped, a connection that breaks is not. */
  const passResets = (from: Socket, to: Socket) =>
    from.on("close", (hadError) => {
      if (hadError && !silenced.has(from)) to.resetAndDestroy();
    });
  const accept = (inner: Socket): void => {
    const outer = keep(connect(Number(port || 5432), hostname));
    keep(inner).pipe(outer).pipe(inner);
    passResets(inner, outer);
    passResets(outer, inner);
  };

  let server: Server | undefined;
  let ownPort = 0;
  const gate = {
    async open() {
      server = createServer(accept);
      await new Promise<void>((resolve, reject) => {
        server!.once("error", reject).listen(ownPort, "127.0.0.1", resolve);
      });
      const address = server.address();
      ownPort = typeof address === "object" && address ? address.port : 0;
    },
    async shut() {
      const closing = server;
      server = undefined;
      for (const socket of sockets) socket.destroy();
      if (closing) await new Promise((resolve) => closing.close(resolve));
    },
    silence() {
      for (const socket of sockets) {
        silenced.add(socket.unpipe().pause());
      }
    },
  };
  await gate.open();
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${ownPort}`;
  return { ...gate, url: url.href };
}
