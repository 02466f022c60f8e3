import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { Broker, BrokerNotice } from "@sevenfold/application/ports/broker";
import type { Order } from "@sevenfold/domain/order";
import { onTestFinished } from "vitest";
import { type EtradePaper, etradeHostsAt, etradePaper } from "./etrade-on-loopback.ts";

export async function open(): Promise<EtradePaper> {
  const paper = await etradePaper();
  onTestFinished(() => paper.exchange.close());
  return paper;
}

export const sent = async (broker: Broker, order: Order): Promise<Order> => {
  const answer = await broker.submit(order);
  if (answer.kind !== "accepted") throw new Error(answer.message);
  return { ...order, brokerOrderId: answer.brokerOrderId };
};

export function hear(broker: Broker) {
  const all: BrokerNotice[] = [];
  const ending = new AbortController();
  let wake = () => {};
  const reading = (async () => {
    for await (const notice of broker.notices(ending.signal)) {
      all.push(notice);
      wake();
    }
  })();
  onTestFinished(() => {
    ending.abort();
    return reading;
  });
  let seen = 0;
  return {
    all,
    /** Looks at each notice once, and now and then at the last one again. */
    async until(passes: (notice: BrokerNotice) => boolean) {
      for (;;) {
        for (; seen < all.length; seen += 1) if (passes(all[seen]!)) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 20).unref();
        });
        const last = all.at(-1);
        if (last && passes(last)) return;
      }
    },
  };
}

/** A line to the exchange that counts calls and may lose answers. */
export async function openBehindLine() {
  const paper = await open();
  const line = {
    calls: [] as string[],
    before: (_path: string): void => undefined,
    cutAfter: (_path: string): boolean => false,
    /** What is answered without asking the exchange; 0 hangs up. */
    instead: (_path: string): { status: number | "silent"; body: string } | undefined => undefined,
  };
  const { port } = new URL(paper.exchange.url);
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    line.calls.push(path);
    line.before(path);
    const instead = line.instead(path);
    if (instead?.status === "silent") return;
    if (instead?.status === 0) return request.socket.destroy();
    if (instead) return response.writeHead(instead.status).end(instead.body);
    const { headers, method, url } = request;
    const onward = httpRequest(
      { host: "127.0.0.1", port, path: url, method, headers },
      (answer) => {
        if (line.cutAfter(path)) {
          answer.resume();
          answer.on("end", () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { paper, line, url, broker: paper.reopened(etradeHostsAt(url)) };
}
