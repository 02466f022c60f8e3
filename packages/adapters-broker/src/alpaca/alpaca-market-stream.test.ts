import type { MarketNews } from "@sevenfold/application/ports/market-data";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, onTestFinished } from "vitest";

import { alpacaStreamStandIn } from "../prices/testing/alpaca-stream-stand-in.ts";
import { listAll, START, TICKERS } from "../prices/testing/price-benches.ts";
import { priceStandIn } from "../prices/testing/price-stand-in.ts";
import { speakAlpaca, tradeOf } from "../prices/testing/speak-alpaca.ts";
import { connectionTo, SMALL_FEED } from "../prices/testing/streaming-benches.ts";
import { alpacaMarketData } from "./alpaca-market-data.ts";

const KEYS = { keyId: "PK-OF-NOBODY", secretKey: "secret-of-nobody" };
const { first, many, second } = TICKERS;

describe("Alpaca's stream of prices", () => {
  it("is opened anew when the sign-in is never answered", async () => {
    const { heard, stream } = await opened({ manner: "mute" });
    await heard.until(({ kind }) => kind === "disconnected");
    expect(heard.last("disconnected")?.message).toBe("The venue did not answer the sign-in.");

    stream.manner = "sound";
    await heard.until(({ kind }) => kind === "connected");
  });

  it("is opened anew when a subscription is never answered", async () => {
    const { heard, stream } = await opened({ manner: "deaf" });
    await heard.until(({ kind }) => kind === "disconnected");
    expect(heard.last("disconnected")?.message).toBe(
      "The venue did not answer which symbols it streams.",
    );

    stream.manner = "sound";
    await expect.poll(() => stream.streamed()).toEqual([first]);
  });

  it("stays away for long after what will not change at once", async () => {
    const { heard, stream } = await opened({
      manner: { code: 406, msg: "connection limit exceeded" },
    });
    await heard.until(({ kind }) => kind === "disconnected");
    expect(heard.last("disconnected")?.message).toBe("connection limit exceeded");

    stream.manner = "sound";
    // Far longer than its longest usual wait here.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(stream.connectionCount()).toBe(1);
  });

  it("stays away also when its reader comes anew, and tells it why", async () => {
    const { heard, marketData, rest, stream } = await opened({
      manner: { code: 402, msg: "auth failed" },
    });
    await heard.until(({ kind }) => kind === "disconnected");
    await rest();
    stream.manner = "sound";
    const ending = new AbortController();
    for await (const news of marketData.news(ending.signal)) {
      expect(news).toEqual({
        ...{ kind: "disconnected", message: "auth failed" },
        trouble: { reason: "credentials" },
      });
      break;
    }
    expect(stream.connectionCount()).toBe(1);
  });

  it.each([
    [407, "slow client"],
    [500, "internal error"],
  ])("comes back by itself after error %i", async (code, msg) => {
    const { heard, stream } = await opened({});
    await heard.until(({ kind }) => kind === "connected");
    stream.say(JSON.stringify([{ T: "error", code, msg }]));
    await heard.until(({ kind }) => kind === "disconnected");
    expect(heard.last("disconnected")?.message).toBe(msg);

    await expect.poll(() => stream.connectionCount()).toBe(2);
    await expect.poll(() => stream.streamed()).toEqual([first]);
  });

  it("asks for what the plan does not stream, says so, and streams it when it matters more", async () => {
    const { heard, marketData, standIn, stream } = await opened({ symbolsMax: 3 }, many);
    await heard.until(({ kind }) => kind === "limited");
    await expect.poll(() => stream.streamed()).toEqual(many.slice(0, stream.streamed().length));
    const rest = many.slice(stream.streamed().length);
    // A first look may fail on a busy machine, and says so until the next one.
    await expect
      .poll(() => heard.last("limited"))
      .toMatchObject({
        ...{ polled: rest, unserved: [], polledEveryMs: SMALL_FEED.polledEveryMs },
        message: `${rest.length} symbols are more than the plan streams: they are asked for every 0 seconds.`,
      });
    const looks = () =>
      heard.all.flatMap((news) => (news.kind === "prices" && news.polled ? [news] : []));
    await expect
      .poll(() =>
        looks()
          .at(-1)
          ?.prints.map(({ ticker }) => ticker),
      )
      .toEqual(rest);

    const last = many.at(-1)!;
    marketData.prefer([last]);
    await expect.poll(() => stream.streamed()).toContain(last);
    await expect.poll(() => heard.last("limited")?.polled).not.toContain(last);

    standIn.breakCalls("gateway");
    await expect.poll(() => heard.last("limited")?.unserved.length).toBeGreaterThan(0);
    expect(heard.last("limited")?.polled).toEqual([]);
  });

  it("goes on asking for what the plan does not stream where people ask as often as they may", async () => {
    const { heard, marketData } = await opened({ symbolsMax: 3 }, many);
    const looks = () => heard.all.filter((news) => news.kind === "prices" && news.polled).length;
    await expect.poll(looks).toBeGreaterThan(0);
    const asking = Array.from({ length: 100 }, () => marketData.latest([first]));
    const refused = (await Promise.allSettled(asking)).filter(
      ({ status }) => status === "rejected",
    );
    const before = looks();

    expect(refused.length).toBeGreaterThan(0);
    await expect.poll(looks, { timeout: 3_000 }).toBeGreaterThan(before);
  });

  it("reads garbage without ending, and the messages beside it", async () => {
    const { heard, stream } = await opened({});
    await expect.poll(() => stream.streamed()).toEqual([first]);
    for (const text of ["{", "null", "{}", '[null,7,"x",{"T":5},{"T":"t","S":9},{"T":"zz"}]'])
      stream.say(text);
    const good = { T: "t", S: first, ...tradeOf({ at: START, price: 123.45 }) };
    stream.say(JSON.stringify([{ T: "t", S: first, t: "yesterday", p: "12" }, good]));

    await heard.until(({ kind }) => kind === "prices");
    expect(heard.last("prices")?.prints).toEqual([{ ticker: first, price: 1_234_500, at: START }]);
    expect(stream.connectionCount()).toBe(1);
  });

  it("names a trade of before its time by what the venue says of it", async () => {
    const { heard, stream } = await opened({});
    await expect.poll(() => stream.streamed()).toEqual([first]);
    const { t } = tradeOf({ at: START, price: 1 });
    stream.send({ T: "x", S: first, x: "V", i: 99, p: 12.5, s: 1, a: "C", t, z: "C" });

    await heard.until(({ kind }) => kind === "taken-back");
    expect(heard.last("taken-back")?.prints).toEqual([
      { ticker: first, price: 125_000, at: START },
    ]);
  });

  it("takes a correction of a correction for what it is", async () => {
    const { heard, stream } = await opened({});
    await expect.poll(() => stream.streamed()).toEqual([first]);
    const trade = tradeOf({ at: START, price: 10 }, 1);
    const later = tradeOf({ at: instant(START + 5_000), price: 1 }).t;
    const correction = { T: "c", S: first, x: "V", os: 1, cs: 1, t: later, z: "C" };
    stream.send({ T: "t", S: first, ...trade });
    await heard.until(({ kind }) => kind === "prices");
    stream.send({ ...correction, oi: 1, op: 10, ci: 2, cp: 11 });
    stream.send({ ...correction, oi: 2, op: 11, ci: 3, cp: 12 });

    const taken = () =>
      heard.all.flatMap((news) => (news.kind === "taken-back" ? news.prints : []));
    await expect.poll(taken).toEqual([
      { ticker: first, price: 100_000, at: START, instead: 110_000 },
      { ticker: first, price: 110_000, at: START, instead: 120_000 },
    ]);
  });

  it.each([
    ["an average", "A", ["B"]],
    ["an average on Nasdaq's tape", "C", ["@", "W"]],
    ["a price of before", "C", ["@", "4", "I"]],
    ["a qualified contingent trade", "B", [" ", "7"]],
    ["an official close", "A", ["M"]],
  ])("passes over a sale that was not made at the price of the moment: %s", async (_, z, c) => {
    const { heard, stream } = await opened({});
    await expect.poll(() => stream.streamed()).toEqual([first]);
    const trade = (price: number, id: number) => ({
      ...{ T: "t", S: first },
      ...tradeOf({ at: START, price }, id),
    });
    const bunched = { ...trade(101, 2), c: ["@", "B"] };
    stream.say(
      JSON.stringify([{ ...trade(95, 1), c, z }, bunched, { ...trade(100, 3), c: ["I"] }]),
    );

    await heard.until(({ kind }) => kind === "prices");
    expect(heard.last("prices")?.prints.map(({ price }) => price)).toEqual([1_010_000, 1_000_000]);
  });

  it("takes a correction to no price of the moment for a trade that was none", async () => {
    const { heard, stream } = await opened({});
    await expect.poll(() => stream.streamed()).toEqual([first]);
    stream.send({ T: "t", S: first, ...tradeOf({ at: START, price: 10 }, 1) });
    await heard.until(({ kind }) => kind === "prices");
    const { t } = tradeOf({ at: START, price: 1 });
    const correction = { oi: 1, op: 10, oc: ["@"], ci: 2, cp: 9, cc: ["@", "W"] };
    stream.send({ T: "c", S: first, x: "V", os: 1, cs: 1, t, z: "C", ...correction });

    await heard.until(({ kind }) => kind === "taken-back");
    expect(heard.last("taken-back")?.prints).toEqual([
      { ticker: first, price: 100_000, at: START },
    ]);
  });

  it("tells no symbol that was not asked for to be streamed", async () => {
    const { stream } = await opened({}, [first, second]);
    await expect.poll(() => stream.streamed()).toEqual([first, second]);
    expect(stream.heard.filter(({ statuses }) => statuses === undefined)).toEqual([
      { action: "subscribe", trades: [first, second], quotes: [first, second] },
    ]);
  });

  it("asks for the halts of all symbols once, and tells them and their ends before prices", async () => {
    const { heard, stream } = await opened({});
    const wishes = () => stream.heard.filter(({ statuses }) => statuses !== undefined);
    await expect.poll(wishes).toEqual([{ action: "subscribe", statuses: ["*"] }]);
    const { t } = tradeOf({ at: START, price: 1 });
    const status = { T: "s", S: first, sm: "Volatility Trading Pause", rm: "", t, z: "C" };
    stream.say(
      JSON.stringify([
        { T: "t", S: first, ...tradeOf({ at: START, price: 12 }) },
        { ...status, sc: "P", rc: "LUDP" },
        { ...status, sc: "Q", rc: "" },
        { ...status, sc: "constructor", rc: "" },
        { ...status, sc: "T", sm: "Trading\nResumption", rc: "" },
      ]),
    );
    await heard.until(({ kind }) => kind === "prices");
    expect(heard.all.map(({ kind }) => kind)).toEqual(["connected", "halts", "prices"]);
    const about = { ticker: first, at: START };
    expect(heard.last("halts")).toEqual({
      kind: "halts",
      statuses: [
        { ...about, state: "halted", because: "LUDP: Volatility Trading Pause" },
        { ...about, state: "trading", because: "T: Trading Resumption" },
      ],
    });
    expect(wishes()).toHaveLength(1);
  });

  it.each(["refused", "unanswered"] as const)(
    "says that it hears no halts where the wish for them is %s, and streams on",
    async (halts) => {
      const { heard, marketData, stream } = await opened({ halts });
      await heard.until(({ kind }) => kind === "halts");
      expect(heard.last("halts")).toEqual({
        ...{ kind: "halts", statuses: [] },
        unheard: "The price feed does not tell trading halts.",
      });
      marketData.watch([second]);
      await expect.poll(() => stream.streamed()).toEqual([first, second]);
      expect(stream.connectionCount()).toBe(1);
    },
  );
});

async function opened(
  settings: Partial<
    Pick<ReturnType<typeof alpacaStreamStandIn>, "halts" | "manner" | "symbolsMax">
  >,
  tickers: readonly Ticker[] = [first],
) {
  const standIn = await priceStandIn(speakAlpaca(KEYS), () => START);
  const stream = Object.assign(alpacaStreamStandIn(standIn.server, KEYS), settings);
  listAll(standIn.market);
  const marketData = alpacaMarketData(
    { ...connectionTo(standIn.url, KEYS), timeoutMs: 1_000 },
    SMALL_FEED,
  );
  marketData.watch(tickers);
  const all: MarketNews[] = [];
  const ending = new AbortController();
  const reading = (async () => {
    for await (const news of marketData.news(ending.signal)) all.push(news);
  })();
  const rest = () => {
    ending.abort();
    return reading;
  };
  onTestFinished(async () => {
    await rest();
    stream.close();
    await standIn.close();
  });
  const heard = {
    all,
    until: (isIt: (news: MarketNews) => boolean) => expect.poll(() => all.some(isIt)).toBe(true),
    last: <Kind extends MarketNews["kind"]>(kind: Kind) =>
      all.findLast((news): news is Extract<MarketNews, { kind: Kind }> => news.kind === kind),
  };
  return { heard, marketData, rest, standIn, stream };
}
