import { restorePosition } from "@sevenfold/domain/book";
import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import { bps, NO_MONEY, NO_SHARES, price } from "@sevenfold/domain/money";
import { verdictOf } from "@sevenfold/domain/verdict";
import { describe, expect, it } from "vitest";

import { AAPL, holdShares, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { isReady } from "../account/followed-account.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "../session/attach-account.ts";
import { followPrices } from "./follow-prices.ts";

describe("followPrices", () => {
  it("answers a fall to the trigger with an intent", async () => {
    const { needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);

    expect(followPrices(needs, followed, [print(97)])).toMatchObject([
      { ticker: AAPL, side: "buy" },
    ]);
  });

  it("decides on every price while orders are placed, and remembers every extreme", async () => {
    const { needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);
    followed.placing.set(0, undefined);

    expect(followPrices(needs, followed, [99, 90, 97].map(print))).toHaveLength(1);
    expect(followed.book.low[0]).toBe(900_000);
    expect(followed.book.last[0]).toBe(970_000);
  });

  it("drops what it hears when the process was stopped for more than five seconds", async () => {
    const { world, needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);
    world.clock.stall(5_001);

    expect(followPrices(needs, followed, [print(97)])).toEqual([]);
    expect(followed.book.last[0]).toBe(1_000_000);
  });

  it("decides while the process is busy, however late the account's own heartbeat comes", async () => {
    const { world, needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);
    for (let second = 0; second < 8; second += 1) {
      world.clock.stall(1_000);
      expect(followPrices(needs, followed, [print(100)])).toEqual([]);
    }

    expect(followPrices(needs, followed, [print(97)])).toMatchObject([{ side: "buy" }]);
  });

  it("decides for an account that is taken up after nobody was followed for long", async () => {
    const { followed, needs, print, world } = await attached();
    const { pulse } = followed;
    world.clock.stall(6_000);
    const anew = (await attachAccount(
      { ...needs, minutes: openRecentMinutes(needs) },
      { workerId: "worker-1", collarBps: bps(300), pulse },
      followed.account,
    ))!;
    Object.assign(anew, { isStreamConnected: true, isReconciled: true });

    followPrices(needs, anew, [print(100)]);
    expect(followPrices(needs, anew, [print(97)])).toMatchObject([{ side: "buy" }]);
    expect(followPrices(needs, followed, [print(97)])).toEqual([]);
  });

  it("neither decides nor moves a trail on prices older than fifteen seconds", async () => {
    const { world, needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);
    const at = (world.clock.now() - 15_001) as Instant;

    expect(followPrices(needs, followed, [{ ...print(97), at }])).toEqual([]);
    expect(followed.book.last[0]).toBe(1_000_000);
  });

  it("decides nothing while it may send nothing", async () => {
    for (const lost of ["isStreamConnected", "isReconciled"] as const) {
      const { needs, followed, print } = await attached();
      followPrices(needs, followed, [print(100)]);
      followed[lost] = false;

      expect(followPrices(needs, followed, [print(97)])).toEqual([]);
      expect(followed.book.last[0]).toBe(970_000);
    }
  });

  it("trusts its lease for ten seconds without a renewal", async () => {
    const { world, followed } = await attached();

    world.clock.stall(9_999);
    expect(isReady(followed, world.clock.monotonicMs())).toBe(true);
    world.clock.stall(1);
    expect(isReady(followed, world.clock.monotonicMs())).toBe(false);
  });

  it("opens the trading day before the first price of it", async () => {
    const { needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);
    Object.assign(followed, { session: undefined, sessionUntil: 0 });
    Object.assign(followed.book, { sessionDay: "2026-01-02", halted: true });

    expect(followPrices(needs, followed, [print(97)])).toMatchObject([{ side: "buy" }]);
  });

  it("enters no symbol that is no longer watched", async () => {
    const { needs, followed, print } = await attached();
    followPrices(needs, followed, [print(100)]);
    followed.watched = new Set();

    expect(followPrices(needs, followed, [print(97)])).toEqual([]);
  });

  it("enters nothing by an equity of old prices, until the broker was asked about a holding's fall", async () => {
    const { needs, followed, print } = await attached({ [MSFT]: 5 });
    const fallen = { ...print(60), ticker: MSFT };
    followPrices(needs, followed, [print(100), { ...print(100), ticker: MSFT }]);

    expect(followPrices(needs, followed, [print(97), fallen])).toEqual([]);
    expect(verdictOf(followed.book, 0, fallen.at, true)).toMatchObject({ gate: "equity-unknown" });

    // The broker shows the same shares: it is their price.
    followed.basis.jumped.get(MSFT)!.isAsked = true;
    expect(followPrices(needs, followed, [print(97)])).toEqual([]);
    expect(followPrices(needs, followed, [print(97), fallen])).toMatchObject([{ side: "buy" }]);
    expect(followed.book.mark[followed.book.slots.get(MSFT)!]).toBe(600_000);
  });

  it("waits for no price of what it has sold since that fell", async () => {
    const { needs, followed, print } = await attached({ [MSFT]: 5 });
    const { book } = followed;
    followPrices(needs, followed, [print(100), { ...print(100), ticker: MSFT }]);
    expect(followPrices(needs, followed, [print(97), { ...print(60), ticker: MSFT }])).toEqual([]);

    restorePosition(book, book.slots.get(MSFT)!, {
      held: NO_SHARES,
      costBasis: NO_MONEY,
      managed: true,
    });

    expect(followPrices(needs, followed, [print(97)])).toMatchObject([{ side: "buy" }]);
  });
});

/** An account in a worker's hands, ready to send orders, and no trail yet. */
async function attached(held: Readonly<Record<string, number>> = {}) {
  const tickers = [AAPL, ...(Object.keys(held) as Ticker[])];
  const world = await openTestWorld({ tickers });
  for (const ticker of tickers.slice(1)) await holdShares(world, ticker, held[ticker]!, true);
  const { needs } = world.open();
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const options = { workerId: "worker-1", collarBps: bps(300) };
  const followed = (await attachAccount(
    { ...needs, minutes: openRecentMinutes(needs) },
    options,
    account,
  ))!;
  followed.isStreamConnected = true;
  followed.isReconciled = true;
  await world.clock.pass(0);
  const print = (dollars: number): Print => ({
    ticker: AAPL,
    price: price(Math.round(dollars * 10_000)),
    at: world.clock.now(),
  });
  return { world, needs, followed, print };
}
