import type { FanWish, FanWord } from "@sevenfold/application/ports/price-fan";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { natsPriceFan } from "./nats-price-fan.ts";
import { linkedProcesses } from "./testing/linked-processes.ts";
import { canTestOnNats, startTestNats, type TestNats } from "./testing/temporary-nats.ts";

const AAPL = "AAPL" as Ticker;
const print = { ticker: AAPL, at: 1_700_000_000_000 as Instant, price: 1_900_000 as Price };
const WORD: FanWord = {
  ...{ reader: "r", sequence: 1, toldMs: 12.5, line: { kind: "connected" } },
  news: { kind: "prices", prints: [print], quotes: [] },
  answers: [{ follower: "f", askedMs: 1, heardMs: 2 }],
};

describe.skipIf(!canTestOnNats())("a price fan on NATS", () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(() => nats?.stop());
  const processes = linkedProcesses(() => nats.url);
  afterEach(() => processes.end());

  async function opened() {
    const { link: here } = await processes.begin();
    const { link: there } = await processes.begin();
    const log = recordingLog();
    const words: FanWord[] = [];
    const wishes: FanWish[] = [];
    const fan = natsPriceFan({ link: here, log, prefix: "test" });
    const end = natsPriceFan({ link: there, log, prefix: "test" }).listen("a.feed", {
      word: (word) => words.push(word),
      wish: (wish) => wishes.push(wish),
    });
    await there.current()?.flush();
    return { end, fan, here, log, there, wishes, words };
  }

  it("carries words and wishes of a feed as they are, and of no other", async () => {
    const { end, fan, here, there, wishes, words } = await opened();
    const wish: FanWish = { follower: "f", askedMs: 1, tickers: [AAPL], preferred: [] };
    fan.tell("another", WORD);
    fan.tell("a.feed", WORD);
    fan.wish("a.feed", wish);

    await expect.poll(() => [words, wishes]).toEqual([[WORD], [wish]]);
    end();
    await there.current()?.flush();
    fan.tell("a.feed", WORD);
    await here.current()?.flush();
    await there.current()?.flush();
    expect(words).toHaveLength(1);
  });

  it("believes no price that cannot be one, and says so once", async () => {
    const { fan, here, log, there, words } = await opened();
    const wrong = [
      { ...print, price: -1 },
      { ...print, price: 1.5 },
      { ...print, ticker: "aapl" },
    ];
    for (const each of wrong)
      fan.tell("a.feed", {
        ...WORD,
        news: { kind: "prices", prints: [each as never], quotes: [] },
      });
    here.publish("test.prices.a_feed.words", "not JSON");
    await here.current()?.flush();
    await there.current()?.flush();

    expect(words).toEqual([]);
    const events = log.lines.map(({ event }) => event);
    expect(events).toEqual(["nats-message-not-understood"]);
  });
});
