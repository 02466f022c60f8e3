import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGzip, gzipSync } from "node:zlib";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { alpacaBroker } from "./alpaca/alpaca-broker.ts";
import type { AlpacaConnection } from "./alpaca/alpaca-http.ts";
import { alpacaMarketData } from "./alpaca/alpaca-market-data.ts";
import { BUILT_IN_FEED } from "./alpaca/alpaca-market-feed.ts";
import { CallBudget } from "./call-budget.ts";
import { etradeBroker } from "./etrade/etrade-broker.ts";
import { accessToken } from "./etrade/etrade-tokens.ts";
import { etradeHostsAt, orderAt } from "./etrade/testing/etrade-on-loopback.ts";
import { linkExchange } from "./exchange/exchange-link.ts";
import { START } from "./exchange/testing/exchange-on-loopback.ts";
import { ANSWER_BYTES_MAX, readAnswer } from "./read-answer.ts";

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const PART = Buffer.alloc(64 * 1024, "[");
/** What two ends of a local line keep on the way, generously. */
const ON_THE_WAY_MAX = 16 * 1024 * 1024;

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("an answer that does not end", () => {
  it("is cut at the limit, and the venue is hung up on", async () => {
    const venue = await servingEndlessly();

    await expect(readAnswer(venue.url, {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
      name: "AnswerCut",
      cut: "too-long",
    });

    await expect.poll(() => venue.hungUp()).toBe(1);
    expect(venue.written()).toBeGreaterThan(ANSWER_BYTES_MAX / 2);
    expect(venue.written()).toBeLessThan(ANSWER_BYTES_MAX + ON_THE_WAY_MAX);
  });

  it("is counted as it unfolds, not as it was packed", async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
    expect(packed.length).toBeLessThan(ANSWER_BYTES_MAX);
    const url = await serving((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    );

    await expect(readAnswer(url, {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
      cut: "too-long",
    });
  });

  it("is cut when its time is up, however steadily it drips", async () => {
    let hangUps = 0;
    const url = await serving((request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("["), 50);
      request.socket.once("close", () => {
        clearInterval(drip);
        hangUps += 1;
      });
    });

    await expect(readAnswer(url, {}, { timeoutMs: 500 })).rejects.toMatchObject({
      cut: "too-late",
    });
    await expect.poll(() => hangUps).toBe(1);
  });

  it("is cut when its time is up, also after the request was collected as garbage", async () => {
    const url = await serving((request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("["), 20);
      request.socket.once("close", () => clearInterval(drip));
    });
    const collecting = setInterval(collectGarbage, 50);
    try {
      await expect(readAnswer(url, {}, { timeoutMs: 500 })).rejects.toMatchObject({
        cut: "too-late",
      });
    } finally {
      clearInterval(collecting);
    }
  });

  it("of exactly the limit is read, and one byte more is not", async () => {
    const url = await serving((request, response) => {
      response.end(Buffer.alloc(ANSWER_BYTES_MAX + Number(request.url?.slice(1)), " "));
    });

    const answer = await readAnswer(`${url}/0`, {}, { timeoutMs: 60_000 });
    expect(answer.text).toHaveLength(ANSWER_BYTES_MAX);
    await expect(readAnswer(`${url}/1`, {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
      cut: "too-long",
    });
  });

  it("leaves letters whole that arrive in two parts", async () => {
    const bytes = Buffer.from("Zürich € 🚀");
    const url = await serving(async (_, response) => {
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });

    expect((await readAnswer(url, {}, { timeoutMs: 60_000 })).text).toBe("Zürich € 🚀");
  });
});

describe("a venue that answers without end", () => {
  it.each([
    ["Alpaca", (url: string) => alpacaBroker(alpacaAt(url)), "unknown"],
    // Its preview was cut, which places nothing.
    ["E*TRADE", etradeAt, "not-sent"],
  ])("takes no %s order for refused and no read for an empty one", async (_, connect, kind) => {
    const venue = await servingEndlessly();
    const broker = connect(venue.url);

    expect(await broker.submit(orderAt(START, { attempts: 2 }))).toMatchObject({ kind });
    await expect(broker.positions()).rejects.toMatchObject({ reason: "unreadable" });
    await expect(broker.account()).rejects.toMatchObject({ reason: "unreadable" });
    await expect.poll(() => venue.hungUp()).toBe(3);
    expect(venue.written()).toBeLessThan(3 * (ANSWER_BYTES_MAX + ON_THE_WAY_MAX));
  });

  it("does not hold up another account", async () => {
    const endless = await servingEndlessly();
    const sound = await serving((_, response) => response.end("[]"));

    const reading = alpacaBroker(alpacaAt(endless.url)).positions();
    const cut = expect(reading).rejects.toBeInstanceOf(BrokerUnavailable);
    expect(await alpacaBroker(alpacaAt(sound)).positions()).toEqual([]);
    await cut;
  });

  it("gives no prices, no token and no exchange to trade on", async () => {
    const { url } = await servingEndlessly();
    const prices = alpacaMarketData(alpacaAt(url), BUILT_IN_FEED);
    const window = { start: instant(START - 60_000), end: START };

    await expect(prices.latest(["AAPL" as Ticker])).rejects.toThrow("too long");
    await expect(
      prices.bars({ ticker: "AAPL" as Ticker, interval: "minute", ...window }),
    ).rejects.toThrow("too long");
    await expect(
      accessToken(etradeConnectionAt(url), {
        requestToken: { key: "k", secret: "s" },
        verifier: "12345",
      }),
    ).rejects.toMatchObject({ reason: "unreadable" });
    await expect(
      linkExchange(url, {
        clock: { now: () => START, sleep: async () => undefined },
        attempts: 1,
        log: { warn: () => undefined },
      }),
    ).rejects.toThrow("not Sevenfold's exchange");
  });

  it("is cut where its answer is packed without end", async () => {
    const url = await serving((request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const packer = createGzip();
      packer.pipe(response);
      pour(packer, () => request.socket.destroyed);
    });

    await expect(alpacaBroker(alpacaAt(url)).positions()).rejects.toMatchObject({
      reason: "unreadable",
    });
  });
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes for ever to whoever asks, as fast as it is read, and counts what left. */
async function servingEndlessly() {
  let written = 0;
  let hangUps = 0;
  const url = await serving((request, response) => {
    const { socket } = request;
    socket.once("close", () => {
      written += socket.bytesWritten;
      hangUps += 1;
    });
    response.writeHead(200, { "content-type": "application/json" });
    pour(response, () => socket.destroyed);
  });
  return { url, written: () => written, hungUp: () => hangUps };
}

function pour(into: Writable, isOver: () => boolean): void {
  const more = () => {
    while (!isOver()) if (!into.write(PART)) return into.once("drain", more);
  };
  more();
}

function alpacaAt(url: string): AlpacaConnection {
  const sockets = url.replace("http", "ws");
  return {
    tradingUrl: url,
    tradingStreamUrl: `${sockets}/stream`,
    marketDataUrl: url,
    marketDataStreamUrl: `${sockets}/v2/iex`,
    keyId: "PK",
    secretKey: "S",
    timeoutMs: 60_000,
  };
}

const etradeConnectionAt = (url: string) => ({
  ...etradeHostsAt(url),
  consumer: { key: "key", secret: "secret" },
  now: () => START,
});

function etradeAt(url: string) {
  const access = { token: { key: "k", secret: "s" }, expiresAt: instant(START + 3_600_000) };
  return etradeBroker(
    { ...etradeConnectionAt(url), access, pollMs: { working: 5, quiet: 5 } },
    new CallBudget({ perMinute: 1_000, reserve: 10 }),
  );
}
