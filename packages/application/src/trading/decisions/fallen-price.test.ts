import { type Bar, type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { attachedAccount } from "../../testing/attached-account.ts";
import { AAPL, MSFT } from "../../testing/trading-world.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { keepAlone } from "../account/keep-together.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { followPrices } from "./follow-prices.ts";

describe("a price far below the last one of what nobody holds", () => {
  it("begins the trail where the close before is in other shares too: nothing is bought for a split", async () => {
    const { followed, see, tellClose } = await watching();
    see(100);
    tellClose(10);

    expect(see(10)).toEqual([]);
    expect(trailIn(followed)).toEqual({ high: 100_000, low: 100_000 });
    expect(see(9.7)).toMatchObject([{ side: "buy", reason: "trail-drop" }]);
  });

  it("begins it also while another symbol waits for its split to be told", async () => {
    const { followed, see, tellClose } = await watching();
    see(100);
    tellClose(10);
    followed.basis.halted.set(MSFT, shares(20));

    expect(see(10)).toEqual([]);
    expect(trailIn(followed)).toEqual({ high: 100_000, low: 100_000 });
  });

  it("is bought where the close before is in the same shares: it has fallen", async () => {
    const { see, tellClose } = await watching();
    see(100);
    tellClose(101);

    expect(see(70)).toMatchObject([{ side: "buy", reason: "trail-drop" }]);
  });

  it("waits for the close before, and begins the trail where nobody tells it within a minute", async () => {
    const { followed, log, pass, see } = await watching();
    see(100);

    expect(see(10)).toEqual([]);
    expect(trailIn(followed)).toMatchObject({ high: 1_000_000, low: 1_000_000 });
    await pass(59);
    expect(see(10)).toEqual([]);
    expect(trailIn(followed)).toMatchObject({ high: 1_000_000 });
    await pass(1);
    expect(see(10)).toEqual([]);
    expect(trailIn(followed)).toEqual({ high: 100_000, low: 100_000 });
    expect(log.lines.filter(({ event }) => event === "trail-begun-anew")).toMatchObject([
      { facts: { ticker: AAPL, last: 1_000_000, price: 100_000 } },
    ]);
  });

  it("is waited for anew after the price came back", async () => {
    const { pass, see, tellClose } = await watching();
    see(100);
    see(10);
    await pass(60);
    see(100);

    expect(see(10)).toEqual([]);
    tellClose(100);
    expect(see(10)).toMatchObject([{ side: "buy" }]);
  });

  it("goes by no close before the opening, which may be of the shares of then", async () => {
    const { followed, see, tellClose } = await watching();
    see(100);
    tellClose(100);
    Object.assign(followed, { session: undefined });
    followed.book.limits = { ...followed.book.limits, allowAfterHours: true };

    expect(see(10)).toEqual([]);
  });

  it("is no more than any other where it is a fifth above", async () => {
    const { followed, see } = await watching();
    see(100);

    expect(see(1_000)).toEqual([]);
    expect(trailIn(followed)).toMatchObject({ high: 10_000_000, low: 1_000_000 });
  });

  it("is left to the next price by a worker that takes the account over", async () => {
    const { anew, clock, followed, needs, see, tellClose } = await watching();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    tellClose(10);
    await clock.pass(3 * MINUTE_MS);

    const next = await anew(10);

    expect(trailIn(next.followed)).toMatchObject({ high: 1_000_000, low: 1_000_000 });
    expect(next.see(10)).toEqual([]);
    expect(trailIn(next.followed)).toEqual({ high: 100_000, low: 100_000 });
    await keepAlone(needs, { followed: next.followed, lines: [] });
    const stored = await needs.storage.read.trails.of(followed.id);
    expect(stored?.trails).toMatchObject([{ ticker: AAPL, high: 100_000 }]);
  });
});

const trailIn = ({ book }: FollowedAccount) => ({ high: book.high[0], low: book.low[0] });

function barAt(start: Instant, dollars: number): Bar {
  const at = price(dollars * 10_000);
  return { start, open: at, high: at, low: at, close: at, volume: 100 };
}

/** A worker's account that watches AAPL and holds nothing, and what its market says of the day before. */
async function watching() {
  const { attachAnew, followed, needs, world } = await attachedAccount();
  const { clock, log } = world;
  let close: number | undefined;
  const previousClose = () => (close === undefined ? undefined : price(close * 10_000));
  const told = { ...needs, prices: { ...needs.prices, previousClose } };
  const seenBy = (by: FollowedAccount) => (dollars: number) =>
    followPrices(told, by, [
      { ticker: AAPL, price: price(Math.round(dollars * 10_000)), at: clock.now() },
    ]);
  return {
    ...{ clock, followed, log, needs, see: seenBy(followed) },
    /** Who takes the account over, and finds a minute at that price. */
    async anew(minuteAt: number) {
      const since = async () => [barAt(instant(clock.now() - MINUTE_MS), minuteAt)];
      const next = await attachAnew({ minutes: { ...openRecentMinutes(needs), since } });
      Object.assign(next, { isStreamConnected: true, isReconciled: true });
      return { followed: next, see: seenBy(next) };
    },
    /** Seconds, in which the worker's heart beats and its lease is renewed. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        await clock.pass(1_000);
        followed.pulse.beat(clock.monotonicMs());
        followed.leaseRenewedMs = clock.monotonicMs();
      }
    },
    tellClose(dollars: number) {
      close = dollars;
    },
  };
}
