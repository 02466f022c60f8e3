import { anchor, restoreTrail, trailOf } from "@sevenfold/domain/book";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { WORKER } from "../../testing/attached-account.ts";
import { AAPL, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { openMinuteBars } from "../prices/minute-bars.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "../session/attach-account.ts";
import { takePricesBack } from "./take-prices-back.ts";

const [LOW, LAST, HIGH] = [price(980_000), price(1_000_000), price(1_030_000)];

describe("a price that never was", () => {
  it("is taken out of the end of the trail that it made, which gets no wider for it", async () => {
    const closes = [990_000, 1_050_000, 1_000_000];
    const [low, high] = [await withTrail(closes), await withTrail(closes)];

    await low.takeBack(LOW);
    await high.takeBack(HIGH);

    for (const { trail } of [low, high])
      expect(trail()).toMatchObject({ high: LAST, low: 990_000, last: LAST });
  });

  it("gives way to what it should have been", async () => {
    const { takeBack, trail } = await withTrail([1_000_000]);

    await takeBack(HIGH, { instead: price(1_020_000) });

    expect(trail()).toMatchObject({ high: 1_020_000, low: LAST });
  });

  it("is none of a trail that began after it, nor one within its ends", async () => {
    const { takeBack, trail } = await withTrail([]);

    await takeBack(HIGH, { beforeMs: 120_000 });
    await takeBack(price(1_010_000));

    expect(trail()).toMatchObject({ high: HIGH, low: LOW });
  });

  it("is in no minute that the owner's strategy is asked about", async () => {
    const { clock, followed, takeBack } = await withTrail([]);
    const minutes = openMinuteBars(instant(clock.now() - MINUTE_MS));
    followed.own = { minutes, wishes: new Map() } as unknown as NonNullable<typeof followed.own>;
    for (const each of [LAST, HIGH]) minutes.take(AAPL, each, clock.now());

    await takeBack(HIGH);

    const closed = minutes.closed(instant(clock.now() + 2 * MINUTE_MS));
    expect(closed.flatMap(({ bars }) => bars)).toEqual([]);
  });

  it("is in the trail no more that began anew while the bars were asked for", async () => {
    const { followed, takeBack, trail } = await withTrail([1_000_000], () =>
      anchor(followed.book, 0, HIGH, instant(followed.book.since[0]! + 1)),
    );

    await takeBack(HIGH);

    expect(trail()).toMatchObject({ high: HIGH, low: HIGH });
  });
});

/** An account whose trail of a minute has three prices, and bars that close at some. */
async function withTrail(closes: readonly number[], meanwhile: () => void = () => undefined) {
  const world = await openTestWorld({ tickers: [AAPL] });
  const { needs } = world.open();
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const attached = { ...needs, minutes: openRecentMinutes(needs) };
  const followed = (await attachAccount(attached, WORKER, account))!;
  const since = instant(world.clock.now() - 60_000);
  restoreTrail(followed.book, 0, { since, high: HIGH, low: LOW, last: LAST });
  const bars: typeof needs.marketData.bars = async () => {
    meanwhile();
    return closes.map((close) => ({
      ...{ ticker: AAPL, start: since, open: LAST, high: HIGH, low: LOW, volume: 1 },
      close: close as Price,
    }));
  };
  const there = {
    ...{ clock: needs.clock, log: needs.log, marketData: { ...needs.marketData, bars } },
    prices: { ...needs.prices, latest: () => undefined },
  };
  return {
    clock: world.clock,
    followed,
    takeBack(at: Price, { beforeMs = 0, instead }: { beforeMs?: number; instead?: Price } = {}) {
      const told = instant(world.clock.now() - beforeMs) as Instant;
      const print = { ticker: AAPL, price: at, at: told, ...(instead && { instead }) };
      return inTime(world, takePricesBack(there, followed, [print]));
    },
    trail: () => trailOf(followed.book, 0),
  };
}
