import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { SELF_SIGNED } from "@sevenfold/application/testing/self-signed";
import { describe, expect, it, onTestFinished } from "vitest";
import { CallBudget } from "../call-budget.ts";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import type { AlpacaConnection } from "./alpaca-http.ts";
import { connectionTo, hostsOf, order } from "./testing/opened-alpaca.ts";

const KEY = "A".repeat(20);
const SILENT: RequestListener = () => undefined;

describe("an Alpaca account whose venue misbehaves", () => {
  it.each<readonly [string, RequestListener]>([
    ["hangs up", (request) => request.socket.destroy()],
    ["answers 408", (_, response) => response.writeHead(408).end('{"message":"timeout"}')],
    ["answers 500", (_, response) => response.writeHead(500).end("oops")],
    ["answers 502 with a page", (_, response) => response.writeHead(502).end("<html>")],
    ["answers 200 with half an answer", (_, response) => response.end('{"id": "a')],
    ["answers 200 about another order", (_, response) => response.end('{"id":"x"}')],
    ["answers 422 with a page", (_, response) => response.writeHead(422).end("<html>")],
    ["redirects", (_, response) => response.writeHead(307, { location: "/elsewhere" }).end()],
    ["never answers", SILENT],
  ])("leaves the outcome of an order open when it %s", async (_, listener) => {
    const connection = await connectionTo(listener);
    const broker = alpacaBroker({ ...connection, ...(listener === SILENT && { timeoutMs: 300 }) });
    expect(await broker.submit(order({}))).toMatchObject({ kind: "unknown" });
    // An unreadable snapshot is an error, never an empty one.
    await expect(broker.positions()).rejects.toBeInstanceOf(BrokerUnavailable);
    await expect(broker.executionsSince(START)).rejects.toBeInstanceOf(BrokerUnavailable);
  });

  it("leaves out what is no whole share, and fails on what it cannot read", async () => {
    const fills = [
      fill({ id: "1", symbol: "AAPL", qty: "0.5", cum_qty: "0.5" }),
      fill({ id: "2", symbol: "BTC/USD" }),
      fill({ id: "3", symbol: "AAPL250620C00150000" }),
      fill({ id: "4", symbol: "AAPL" }),
    ];
    const held = { qty: "2", side: "long", cost_basis: "20" };
    const positions = [
      { symbol: "BTCUSD", ...held },
      { symbol: "AAPL", ...held },
    ];
    const answers = (first: unknown): RequestListener => {
      return ({ url = "" }, response) =>
        response.end(JSON.stringify(url.includes("FILL") ? [first, ...fills] : positions));
    };
    const broker = alpacaBroker(await connectionTo(answers(fills[3])));
    const garbled = alpacaBroker(await connectionTo(answers(fill({ symbol: "AAPL", qty: "ten" }))));

    expect(await broker.executionsSince(START)).toMatchObject([
      { ticker: "AAPL", quantity: 1 },
      { ticker: "AAPL", quantity: 1 },
    ]);
    expect(await broker.positions()).toMatchObject([{ ticker: "AAPL", quantity: 2 }]);
    await expect(garbled.executionsSince(START)).rejects.toBeInstanceOf(BrokerUnavailable);
  });

  it("reads every page of orders, also when one on it is not ours to read", async () => {
    const pages = [
      [...Array(500).keys()].map((n) => someOrder(n, n === 7 ? null : "1")),
      [someOrder(499, "1"), someOrder(500, "1")],
    ];
    const broker = alpacaBroker(
      await connectionTo((_, response) => response.end(JSON.stringify(pages.shift() ?? []))),
    );

    const orders = await broker.ordersSince(START);

    expect(orders).toHaveLength(500);
    expect(orders.at(-1)?.brokerOrderId).toBe("order-500");
  });

  it("misses no order of the instant at which a page ends", async () => {
    const all = [...Array(501).keys()].map((n) => {
      const created_at = someOrder(Math.min(n, 499), "1").created_at;
      return { ...someOrder(n, "1"), created_at };
    });
    const broker = alpacaBroker(
      await connectionTo(({ url }, response) => {
        const after = new URL(url!, "http://venue.test").searchParams.get("after")!;
        const later = all.filter(({ created_at }) => Date.parse(after) < Date.parse(created_at));
        response.end(JSON.stringify(later.slice(0, 500)));
      }),
    );

    expect(await broker.ordersSince(START)).toHaveLength(501);
  });

  it("learns nothing about a first attempt from a refusal of the second", async () => {
    const broker = alpacaBroker(
      await connectionTo((_, response) =>
        response.writeHead(403).end('{"code":40310000,"message":"insufficient buying power"}'),
      ),
    );
    expect(await broker.submit(order({ attempts: 1 }))).toMatchObject({ kind: "rejected" });
    expect(await broker.submit(order({ attempts: 2 }))).toMatchObject({ kind: "unknown" });
  });

  it("keeps its keys out of what it tells, also when the venue repeats them", async () => {
    const broker = alpacaBroker(
      await connectionTo((request, response) => {
        const said = `no ${request.headers["apca-api-secret-key"]} of ${request.headers["apca-api-key-id"]}`;
        response.writeHead(403).end(JSON.stringify({ message: said }));
      }),
    );

    expect(await broker.submit(order({}))).toMatchObject({ message: "no … of …" });
    await expect(broker.account()).rejects.toMatchObject({ message: "no … of …" });
  });

  it("sends nothing more for a while once it was told of too many calls", async () => {
    let calls = 0;
    const broker = alpacaBroker(
      await connectionTo((_, response) => {
        calls += 1;
        response.writeHead(429).end('{"message":"too many requests."}');
      }),
    );
    for (const each of [1, 2, 3])
      expect(await broker.submit(order({ clientKey: `${each}`.repeat(20) }))).toMatchObject({
        kind: "not-sent",
      });
    expect(calls).toBe(1);
  });

  it("tells when to send again what was one order too many, whatever page says so", async () => {
    const at = Date.UTC(2026, 10, 20, 16);
    const broker = alpacaBroker(
      await connectionTo((_, response) => {
        response.setHeader("Date", new Date(at).toUTCString());
        response.setHeader("X-RateLimit-Reset", String(at / 1_000 + 7));
        response.writeHead(429).end("<html>Too many requests</html>");
      }),
    );

    expect(await broker.submit(order({}))).toMatchObject({ kind: "not-sent", retryAfterMs: 7_000 });
  });

  it.each([3_600, -5])("waits no longer than a minute where it is told %s seconds", async (sec) => {
    const at = Date.UTC(2026, 10, 20, 16);
    const broker = alpacaBroker(
      await connectionTo((_, response) => {
        response.setHeader("Date", new Date(at).toUTCString());
        response.setHeader("X-RateLimit-Reset", String(at / 1_000 + sec));
        response.writeHead(429).end();
      }),
    );

    expect(await broker.submit(order({}))).toMatchObject({ retryAfterMs: 60_000 });
  });

  it.each([408, 503])(
    "asks nothing for as long as an answer of %s says, and finds out afterwards what became of an order",
    async (status) => {
      const asked: string[] = [];
      const connection = await connectionTo(({ method }, response) => {
        asked.push(`${method}`);
        if (asked.length === 1) response.writeHead(status, { "Retry-After": "7" }).end();
        else response.end(JSON.stringify({ ...someOrder(1, "1"), client_order_id: KEY }));
      });
      let nowMs = 0;
      const broker = alpacaBroker(
        connection,
        new CallBudget({ perMinute: 180, reserve: 30 }, () => nowMs),
      );

      const sent = order({ clientKey: KEY });
      expect(await broker.submit(sent)).toMatchObject({ kind: "unknown" });
      await expect(broker.find(sent)).rejects.toMatchObject({ reason: "rate-limit" });
      nowMs = 6_999;
      expect(await broker.submit(sent)).toMatchObject({ kind: "not-sent", retryAfterMs: 1 });
      expect(asked).toEqual(["POST"]);
      nowMs = 7_000;
      expect(await broker.find(sent)).toMatchObject({ clientKey: KEY });
      expect(asked).toEqual(["POST", "GET"]);
    },
  );

  it.each([
    ["7", 7_000],
    ["3600", 60_000],
    ["tomorrow", 60_000],
  ])(
    "waits after 429 as long as Retry-After: %s says, a minute at most, where no reset is told",
    async (header, retryAfterMs) => {
      const broker = alpacaBroker(
        await connectionTo((_, response) =>
          response.writeHead(429, { "Retry-After": header }).end("slow down"),
        ),
      );
      expect(await broker.submit(order({}))).toMatchObject({ kind: "not-sent", retryAfterMs });
    },
  );

  it("knows that nothing was sent where nobody listens, and says so of reads as well", async () => {
    const broker = alpacaBroker(await connectionToNobody());

    expect(await broker.submit(order({}))).toMatchObject({ kind: "not-sent" });
    await expect(broker.positions()).rejects.toMatchObject({ reason: "network" });
  });
});

describe("whoever answers in a broker's place", () => {
  it("P22: is told no key, and leaves an order unknown, while nobody vouches for its certificate", async () => {
    let requests = 0;
    const server = createSecureServer(SELF_SIGNED, () => {
      requests += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const broker = alpacaBroker(
      hostsOf(`https://127.0.0.1:${port}`, { keyId: "PK", secretKey: "S" }),
    );

    expect(await broker.submit(order({}))).toMatchObject({ kind: "unknown" });
    await expect(broker.positions()).rejects.toMatchObject({ reason: "network" });
    expect(requests).toBe(0);
  });
});

describe("an Alpaca account whose calls are nearly used up", () => {
  it("keeps the last of them for what lowers risk, as the venue counts them", async () => {
    const asked: string[] = [];
    const listener: RequestListener = (request, response) => {
      asked.push(`${request.method}`);
      response.setHeader("X-RateLimit-Remaining", "20");
      if (request.method === "DELETE") response.writeHead(204).end();
      else response.end("[]");
    };
    const broker = alpacaBroker(await connectionTo(listener));
    await broker.positions();
    await expect(broker.positions()).rejects.toMatchObject({ reason: "rate-limit" });

    expect(await broker.cancel(order({ brokerOrderId: "one" }))).toBe("requested");
    expect(asked).toEqual(["GET", "DELETE"]);
  });
});

const fill = (facts: object) => ({
  id: "0",
  activity_type: "FILL",
  transaction_time: "2026-03-11T14:00:00Z",
  price: "10",
  qty: "1",
  cum_qty: "1",
  side: "buy",
  order_id: "order",
  ...facts,
});

/** One ordered by value has no quantity. */
const someOrder = (n: number, qty: string | null) => ({
  id: `order-${n}`,
  client_order_id: `client-${n}`,
  created_at: new Date(START + n).toISOString(),
  symbol: "AAPL",
  qty,
  notional: qty === null ? "250" : null,
  filled_qty: "0",
  side: "buy",
  status: "new",
});

/** An address at which nobody listens any more. */
async function connectionToNobody(): Promise<AlpacaConnection> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return hostsOf(`http://127.0.0.1:${port}`, { keyId: "PK", secretKey: "S" });
}
