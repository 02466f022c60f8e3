import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** How a venue answers: as it should, or badly and with everything it was sent in its words. */
export type Manners = "fine" | "refusing" | "failing" | "babbling";

type Answer = readonly [status: number, body: unknown];

/** What stands in for Alpaca's paper venue, and repeats keys wherever it can. */
export interface LeakyBroker {
  readonly url: string;
  manners: Manners;
  /** Requests it has had. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

/** Every key leads to an account of its own with $100,000, while its manners are fine. */
export async function startLeakyBroker(): Promise<LeakyBroker> {
  const heard: string[] = [];
  const broker = { manners: "fine" as Manners };
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const [status, body] = answerOf(broker.manners, request);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(broker, {
    url: `http://127.0.0.1:${port}`,
    heard,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function answerOf(manners: Manners, { headers, method, url = "" }: IncomingMessage): Answer {
  const message = `You sent ${JSON.stringify(headers)}`;
  if (manners === "refusing") return [401, { code: 40110000, message }];
  if (manners === "failing") return [500, { message }];
  if (manners === "babbling") return [200, `<html>${message}</html>`];
  if (method !== "GET") return [403, { code: 40310000, message }];
  if (url !== "/v2/account") return [200, []];
  return [200, accountOf(String(headers["apca-api-key-id"]))];
}

/** Keys change, the account stays: what they begin with is its number. */
const accountOf = (apiKey: string) => ({
  account_number: `NUMBER-${apiKey.slice(0, 8)}`,
  status: "ACTIVE",
  cash: "100000",
  equity: "100000",
  buying_power: "100000",
});
