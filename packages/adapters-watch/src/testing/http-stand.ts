import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of the test's own, which remembers what it was asked. */
export interface HttpStand {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

type Reply = (asked: Asked, answer: ServerResponse) => unknown;

export async function openHttpStand(
  reply: Reply = (_, answer) => answer.writeHead(204).end(),
): Promise<HttpStand> {
  const asked: Asked[] = [];
  const server = createServer(async (request, answer) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const { headers, method = "", url: path = "" } = request;
    const one = { method, path, headers, body };
    asked.push(one);
    reply(one, answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
