import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Ends connections; what is being answered gets a few seconds. */
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

/** How long answers under way may take once the server closes. */
const CLOSING_MS = 3_000;
const CLOSING_LOOK_MS = 25;

/** Has the server listen. Rejects when the port is taken. */
export async function listening(server: Server, address: Address): Promise<HttpServer> {
  await listen(server, address);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${reachable(address.host)}:${port}`,
    port,
    close: () => closed(server),
  };
}

function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortTaken(host, port) : error);
    });
    server.listen(port, host, () => resolve());
  });
}

/** Another program listens where we were to. */
export class PortTaken extends Error {
  override readonly name = "PortTaken";

  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is taken by another program. Choose another port.`);
  }
}

/** An address a browser on this machine can open. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection is idle only once its last answer is out, so they are asked for again and again.
    const idle = setInterval(() => server.closeIdleConnections(), CLOSING_LOOK_MS);
    const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
