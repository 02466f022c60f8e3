import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

import type { Broker, BrokerNotice } from "@sevenfold/application/ports/broker";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { afterEach, describe, expect, it } from "vitest";

import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { accessToken, requestToken } from "./etrade-tokens.ts";
import {
  type EtradePaper,
  etradeHostsAt,
  etradePaper,
  hoursLater,
  orderAt,
  signedIn,
} from "./testing/etrade-on-loopback.ts";

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe("an E*TRADE account on the built-in exchange", () => {
  it("previews and places an order, tells its fills and reads them back under the same ids", async () => {
    const { broker, exchange } = await open();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");
    const order = orderAt(START, { quantity: shares(40) });

    const answer = await broker.submit(order);
    expect(answer).toEqual({ kind: "accepted", brokerOrderId: "1" });
    await heard.until((notice) => {
      exchange.moveTo(instant(exchange.now() + 1_000));
      return notice.kind === "order" && notice.report.state === "filled";
    });

    const told = heard.all.flatMap((notice) =>
      notice.kind === "execution" ? [notice.execution] : [],
    );
    expect(told.at(-1)).toMatchObject({
      clientKey: order.clientKey,
      brokerOrderId: "1",
      quantity: 40,
      asSum: { ordered: 40 },
    });
    const [read] = await broker.executionsSince(START);
    expect(read).toMatchObject({ executionId: "1:40", price: told.at(-1)?.price });
    expect(await broker.positions()).toMatchObject([{ ticker: "AAPL", quantity: 40 }]);
    const account = await broker.account();
    expect(account.cash).toBe(1_000_000_000 - 40 * (read?.price ?? 0));
    expect(account.accountNumber).toMatch(/^\d{9}$/);
  });

  it("shows nothing as nothing: no orders, no positions", async () => {
    const { broker } = await open();

    expect(await broker.ordersSince(START)).toEqual([]);
    expect(await broker.executionsSince(START)).toEqual([]);
    expect(await broker.positions()).toEqual([]);
    expect(await broker.find(orderAt(START))).toBeUndefined();
  });

  it("counts the same order sent twice as one, also from a process that knows nothing of it", async () => {
    const { broker, reopened } = await open();
    const order = orderAt(START, { limit: price(10_000) });
    const first = await broker.submit(order);

    expect(await broker.submit({ ...order, attempts: 2 })).toEqual(first);
    expect(await reopened().submit({ ...order, attempts: 2 })).toEqual(first);
    expect(await broker.ordersSince(START)).toHaveLength(1);
  });

  it("says why the venue refuses, in the venue's words", async () => {
    const { broker } = await open();
    const submit = (change: Partial<Order>) => broker.submit(orderAt(START, change));

    expect(await submit({ quantity: shares(9_000) })).toMatchObject({
      kind: "rejected",
      cause: "funds",
      message: expect.stringContaining("buying power"),
    });
    expect(await submit({ side: "sell" })).toMatchObject({ kind: "rejected", cause: "shares" });
    expect(await submit({ ticker: "ZZZZ" as Ticker })).toMatchObject({
      kind: "rejected",
      cause: "symbol",
    });
    expect(await broker.ordersSince(START)).toEqual([]);
  });

  it("asks for a cancel, hears of its end, and is told when it comes too late", async () => {
    const { broker } = await open();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");
    const resting = await sent(broker, orderAt(START, { limit: price(10_000) }));
    expect(await broker.find(resting)).toMatchObject({
      state: "working",
      limit: 10_000,
      clientKey: resting.clientKey,
    });

    expect(await broker.cancel(resting)).toBe("requested");
    await heard.until((notice) => notice.kind === "order" && notice.report.state === "canceled");

    expect(await broker.cancel(resting)).toBe("too-late");
    expect(await broker.find(resting)).toMatchObject({ state: "canceled", filled: 0 });
  });

  it("orders in no account but the one it is for", async () => {
    const { broker, reopened } = await open();
    const { accountNumber } = await broker.account();
    const gone = reopened({ accountNumber: "999999999" });

    expect(await gone.submit(orderAt(START))).toMatchObject({ kind: "not-sent" });
    await expect(gone.positions()).rejects.toThrow("shows no account of this number");
    expect(await gone.account()).toMatchObject({ accountNumber });
    expect(await broker.ordersSince(START)).toEqual([]);
    expect(await reopened({ accountNumber }).submit(orderAt(START))).toMatchObject({
      kind: "accepted",
    });
  });

  it("reads lists of orders to their last page", async () => {
    const { broker, exchange } = await open();
    const { venue } = exchange;
    const [accountId = ""] = venue.book.accounts.keys();
    for (let count = 0; count < 120; count += 1) {
      const { clientKey, ...order } = orderAt(START, { limit: price(10_000), quantity: shares(1) });
      await venue.submit(
        accountId,
        { ...order, clientOrderId: clientKey, timeInForce: "day" },
        START,
      );
    }

    const orders = await broker.ordersSince(START);

    expect(orders).toHaveLength(120);
    expect(orders.map(({ brokerOrderId }) => Number(brokerOrderId))).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
  });

  it("finds an order that got no answer by what it asks for", async () => {
    const { exchange, broker, reopened } = await open();
    const order = orderAt(START, { limit: price(10_000) });
    await sent(broker, order);
    const later = reopened();

    expect(await later.find(order)).toMatchObject({
      brokerOrderId: "1",
      clientKey: order.clientKey,
    });
    expect(await later.find({ ...order, quantity: shares(11) })).toBeUndefined();
    expect(
      await later.find({ ...order, createdAt: hoursLater(exchange.now(), 1) }),
    ).toBeUndefined();
  });

  it("takes no pick where two orders may be the one that got no answer", async () => {
    const { broker, reopened } = await open();
    const order = orderAt(START, { limit: price(10_000) });
    await sent(broker, order);
    await sent(broker, orderAt(START, { limit: price(10_000) }));

    await expect(reopened().find(order)).rejects.toMatchObject({ reason: "unreadable" });
  });
});

describe("what signs an E*TRADE account's calls", () => {
  it("is refused in its own words under another secret, and nothing of it is repeated", async () => {
    const { connection, reopened } = await open();
    const secret = "not/the+secret=";
    const broker = reopened({ consumer: { ...connection.consumer, secret } });

    const failure = await broker.account().catch((error: Error) => error);

    expect(failure).toMatchObject({
      reason: "credentials",
      message: "oauth_problem=signature_invalid",
    });
    expect(await broker.submit(orderAt(START))).toMatchObject({
      kind: "rejected",
      cause: "credentials",
    });
    await expect(
      signedIn({ ...connection, consumer: { key: "nobody", secret } }),
    ).rejects.toMatchObject({
      reason: "credentials",
      message: "oauth_problem=consumer_key_unknown",
    });
  });

  it("is woken when it slept, for a read and for an order", async () => {
    const { broker, exchange } = await open();
    await broker.account();
    // Three hours later, on the same day in New York.
    exchange.moveTo(hoursLater(START, 3));

    expect((await broker.account()).canTrade).toBe(true);
    exchange.moveTo(hoursLater(START, 6));
    await sent(broker, orderAt(exchange.now(), { limit: price(10_000) }));
  });

  it("is over at midnight in New York, also for a process that has no clock of its own", async () => {
    const { access, broker, exchange, reopened } = await open();
    const midnight = access.expiresAt;
    exchange.moveTo(instant(midnight - 60_000));
    await broker.account();
    exchange.moveTo(midnight);

    await expect(broker.account()).rejects.toMatchObject({ reason: "needs-authorisation" });
    expect(await broker.submit(orderAt(midnight))).toMatchObject({
      kind: "rejected",
      cause: "authorisation",
    });
    const believing = reopened({}, { ...access, expiresAt: hoursLater(midnight, 24) });
    await expect(believing.account()).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=token_expired",
    });
  });

  it("says on the line of notices that the door is shut, once", async () => {
    const { access, broker, exchange } = await open();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");
    exchange.moveTo(access.expiresAt);

    await heard.until(({ kind }) => kind === "disconnected");

    expect(heard.all.slice(1)).toEqual([
      {
        kind: "disconnected",
        message: "E*TRADE ends every sign-in at midnight in New York.",
        areKeysRefused: true,
      },
    ]);
  });

  it("blames our clock when that is what is wrong", async () => {
    const { connection, reopened } = await open();
    const broker = reopened({ now: () => connection.now() - 600_000 });

    await expect(broker.account()).rejects.toMatchObject({
      message: expect.stringContaining("E*TRADE refuses the time we sign with"),
    });
  });
});

describe("an order whose placing got no answer", () => {
  it("is unknown, and never placed again", async () => {
    const { broker, line, paper } = await openBehindLine();
    line.cutAfter = (path) => path.endsWith("/orders/place");

    expect((await broker.submit(orderAt(START, { limit: price(10_000) }))).kind).toBe("unknown");

    expect(line.calls.filter((path) => path.endsWith("/orders/place"))).toHaveLength(1);
    expect(await paper.broker.ordersSince(START)).toHaveLength(1);
  });

  it("is previewed anew when the preview went stale, and placed once", async () => {
    const { broker, line, paper } = await openBehindLine();
    let isFirst = true;
    line.before = (path) => {
      if (!path.endsWith("/orders/place") || !isFirst) return;
      isFirst = false;
      // The minutes a preview is good for, and some.
      paper.exchange.moveTo(instant(paper.exchange.now() + 200_000));
    };

    expect((await broker.submit(orderAt(START, { limit: price(10_000) }))).kind).toBe("accepted");
    expect(line.calls.filter((path) => path.endsWith("/orders/preview"))).toHaveLength(2);
    expect(await paper.broker.ordersSince(START)).toHaveLength(1);
  });
});

describe("an order whose preview got no answer", () => {
  it("was not sent, and is sent under the same key once E*TRADE answers", async () => {
    const { broker, line, paper } = await openBehindLine();
    line.cutAfter = (path) => path.endsWith("/orders/preview");
    const order = orderAt(START, { limit: price(10_000) });

    expect(await broker.submit(order)).toEqual({
      kind: "not-sent",
      message: "The connection to E*TRADE was lost.",
    });
    expect(line.calls.filter((path) => path.endsWith("/orders/place"))).toEqual([]);
    expect(await paper.broker.ordersSince(START)).toEqual([]);

    line.cutAfter = () => false;
    expect((await broker.submit(order)).kind).toBe("accepted");
    expect(await paper.broker.ordersSince(START)).toHaveLength(1);
  });

  it("was not sent at a later attempt either: none is made after one that may have left", async () => {
    const { broker, line } = await openBehindLine();
    line.cutAfter = (path) => path.endsWith("/orders/preview");

    expect((await broker.submit(orderAt(START, { attempts: 2 }))).kind).toBe("not-sent");
  });
});

describe("a sign-in at E*TRADE", () => {
  it.each([
    ["times out", undefined, ""],
    ["breaks off", 0, ""],
    ["is answered 500", 500, "<Error><message>Service unavailable</message></Error>"],
    ["is answered by a gateway's page", 502, "<html>Bad Gateway</html>"],
    ["is refused by a page of some server in between", 400, "<html>Bad Request</html>"],
    ["is answered with a page", 200, "<html>Welcome</html>"],
  ])("that %s says nothing about the keys or the code", async (_, status, body) => {
    const { line, paper, url } = await openBehindLine();
    const timeoutMs = status === undefined ? 300 : 60_000;
    const connection = { ...paper.connection, ...etradeHostsAt(url), timeoutMs };
    line.instead = (path) =>
      path.includes("/oauth/") ? { status: status ?? "silent", body } : undefined;

    const failures = await Promise.all([
      requestToken(connection).catch((error: unknown) => error),
      accessToken(connection, { requestToken: paper.access.token, verifier: "12345" }).catch(
        (error: unknown) => error,
      ),
    ]);

    for (const failure of failures)
      expect(failure).toMatchObject({ reason: expect.stringMatching(/^(network|unreadable)$/) });
  });
});

describe("a token that sleeps at E*TRADE", () => {
  it("is renewed less and less often while E*TRADE does not answer, and works again after", async () => {
    const { broker, line, paper } = await openBehindLine();
    await broker.account();
    paper.exchange.moveTo(hoursLater(START, 3));
    line.instead = (path) =>
      path.endsWith("/renew_access_token") ? { status: 500, body: "oops" } : undefined;

    for (let second = 0; second < 120; second += 1) {
      await expect(broker.account()).rejects.toMatchObject({ reason: "network" });
      paper.exchange.moveTo(instant(paper.exchange.now() + 1_000));
    }
    // After 2, 4, 8, 16, 32 and 60 seconds.
    expect(renewalsIn(line.calls)).toBe(6);

    line.instead = () => undefined;
    paper.exchange.moveTo(instant(paper.exchange.now() + 60_000));
    expect((await broker.account()).canTrade).toBe(true);
  });

  it("has to be let in again only by E*TRADE's own word", async () => {
    const { broker, line, paper } = await openBehindLine();
    await broker.account();
    paper.exchange.moveTo(hoursLater(START, 3));
    line.instead = (path) =>
      path.endsWith("/renew_access_token")
        ? { status: 401, body: "oauth_problem=token_rejected" }
        : undefined;

    await expect(broker.account()).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=token_rejected",
    });
  });
});

const renewalsIn = (calls: readonly string[]): number =>
  calls.filter((path) => path.endsWith("/renew_access_token")).length;

async function open(): Promise<EtradePaper> {
  const paper = await etradePaper();
  closers.push(() => paper.exchange.close());
  return paper;
}

const sent = async (broker: Broker, order: Order): Promise<Order> => {
  const answer = await broker.submit(order);
  if (answer.kind !== "accepted") throw new Error(answer.message);
  return { ...order, brokerOrderId: answer.brokerOrderId };
};

function hear(broker: Broker) {
  const all: BrokerNotice[] = [];
  const ending = new AbortController();
  let wake = () => {};
  const reading = (async () => {
    for await (const notice of broker.notices(ending.signal)) {
      all.push(notice);
      wake();
    }
  })();
  closers.push(() => {
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
async function openBehindLine() {
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
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { paper, line, url, broker: paper.reopened(etradeHostsAt(url)) };
}
