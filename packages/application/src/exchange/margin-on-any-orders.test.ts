import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, AMC, draft, market, opened, START } from "../testing/opened-venue.ts";
import { type ShareCount, shareCount, worthOf } from "./share-count.ts";
import type { VenueAccount } from "./venue-account.ts";
import { afterTrade, type HoldingTrade } from "./venue-holdings.ts";
import { buyingPowerOf, maintenanceOf, marginStanding } from "./venue-margin.ts";
import { hasEnded, isClosing, type VenueDraft, type VenueOrder } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

describe("openVenue, on any orders of an account with margin", () => {
  it("always conserves cash and shares, of what is owed as of what is held", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40, size: "max" }), async (given) => {
        const { account } = await played(given);
        const { executions, opening, positions } = account();

        let [cash, held] = [Number(opening.cash), 0];
        for (const { price: each, quantity, side } of executions) {
          const sign = side === "buy" ? 1 : -1;
          cash -= sign * worthOf(each, quantity);
          held += sign * quantity;
        }
        expect(account().cash).toBe(cash);
        expect(positions.get(AAPL)?.shares ?? 0).toBe(held);
      }),
      { numRuns: 100 },
    );
  });

  it("never opens what its equity does not maintain, nor closes more than there is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40, size: "max" }), async (given) => {
        const { account, opened: trades } = await played(given);

        for (const { equity, maintenance } of trades)
          expect(equity).toBeGreaterThanOrEqual(maintenance);
        expect(sharesHeldForOrders(account(), AAPL)).toBeLessThanOrEqual(
          Math.abs(account().positions.get(AAPL)?.shares ?? 0),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("never has a stock bought and sold short at once, and never crosses to the other side", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40, size: "max" }), async (given) => {
        const { account, sides } = await played(given);
        const openings = [...account().openOrders.values()].filter((order) => !isClosing(order));

        expect(new Set(openings.map(({ side }) => side)).size).toBeLessThanOrEqual(1);
        for (const [before, after] of sides) expect(before * after).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe("openVenue, on short sales", () => {
  it("lends to who has margin and $2,000 only, and only stocks that can be borrowed", async () => {
    const cashOnly = await opened({});
    const poor = await opened({ cash: money(19_999_999), multiplier: 2 });
    const rich = await opened({ multiplier: 2 });
    const refusalOf = async (
      { id, venue }: Awaited<ReturnType<typeof opened>>,
      change: Partial<VenueDraft>,
    ) => {
      const answer = await venue.submit(id, draft({ side: "sell", ...change }), START);
      return answer.ok ? "taken" : answer.refusal;
    };

    expect(await refusalOf(cashOnly, {})).toMatchObject({ kind: "not-enough-shares" });
    expect(await refusalOf(cashOnly, { isShort: true })).toMatchObject({ problem: "account" });
    expect(await refusalOf(poor, {})).toMatchObject({ problem: "account" });
    expect(await refusalOf(rich, { ticker: AMC })).toMatchObject({ problem: "asset" });
    expect(await refusalOf(rich, { quantity: shareCount(0.5) })).toMatchObject({
      problem: "fraction",
    });
    expect(await refusalOf(rich, { isShort: false })).toMatchObject({ kind: "not-enough-shares" });
    expect(await refusalOf(rich, { quantity: shares(1_300) })).toMatchObject({
      kind: "not-enough-buying-power",
    });
    expect(await refusalOf(rich, {})).toBe("taken");
  });

  it("opens nothing more once the equity is below what it has to maintain, and closes all the same", async () => {
    const { id, sent, venue } = await opened({ multiplier: 2 });
    await sent({ side: "sell", quantity: shares(500), timeInForce: "fok" });
    const later = instant(START + 1_000);
    await venue.advance(later);
    await venue.befall(id, { kind: "withdrawal", amount: money(-900_000_000) }, later);
    const account = venue.book.accounts.get(id)!;
    const { equity, maintenance } = marginStanding(account, priceOf(later));
    const more = await venue.submit(id, draft({ side: "sell" }), later);
    const cover = await venue.submit(id, draft({ quantity: shares(500) }), later);

    expect(equity).toBeLessThan(maintenance);
    expect(buyingPowerOf(account, priceOf(later))).toBe(0);
    expect(more).toMatchObject({ refusal: { kind: "not-enough-buying-power", buyingPower: 0 } });
    expect(cover).toMatchObject({ ok: true, value: { isShort: true } });
  });

  it("lends nothing on cheap shares that have to be paid for whole", async () => {
    const { id, venue } = await opened({ multiplier: 2 });
    const cheap = {
      ticker: AMC,
      shares: shares(10_000),
      costBasis: money(200_000_000),
      since: START,
    };
    const account = {
      ...venue.book.accounts.get(id)!,
      cash: money(-90_000_000),
      positions: new Map([[AMC, cheap]]),
    };

    expect(marginStanding(account, () => price(20_000))).toMatchObject({
      ...{ equity: 110_000_000, initial: 100_000_000, maintenance: 200_000_000 },
    });
    expect(buyingPowerOf(account, () => price(20_000))).toBe(0);
    expect(buyingPowerOf(account, () => price(30_000))).toBe(2 * (210_000_000 - 150_000_000));
  });

  it("rejects an order whose margin went before it traded", async () => {
    const { id, sent, venue } = await opened({ multiplier: 2 });
    const bought = await sent({ quantity: shares(1_000) });
    await venue.befall(id, { kind: "withdrawal", amount: money(-500_000_000) }, START);
    await venue.advance(instant(START + 1_000));

    expect(venue.book.order(bought.id)).toMatchObject({ status: "rejected", filled: 0 });
  });
});

describe("maintenanceOf", () => {
  it.each([
    ["a third of what is held, roughly", 1_000_000, 10, 3_000_000],
    ["all of what is cheap", 24_999, 10, 249_990],
    ["30% of a dear short", 1_000_000, -10, 3_000_000],
    ["$5 a share of a short that 30% is less of", 100_000, -10, 500_000],
    ["$2.50 a share of a cheap short", 10_000, -10, 250_000],
    ["all of a short below $5 that is dearer than that", 40_000, -10, 400_000],
  ])("asks for %s", (_words, each, count, wanted) => {
    expect(maintenanceOf(price(each), shareCount(count))).toBe(wanted);
  });
});

describe("afterTrade", () => {
  it("always moves as many shares as traded, and books what was never held at the trade's price", () => {
    const trades = fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const),
      quantity: fc.integer({ min: 1, max: 5_000_000 }).map((each) => shareCount(each / 1_000)),
      price: fc.integer({ min: 1, max: 10_000_000 }).map(price),
    });
    fc.assert(
      fc.property(fc.array(trades, { maxLength: 20 }), (given) => {
        let held: { shares: ShareCount; costBasis: number } | undefined;
        let thousandths = 0;
        for (const trade of given) {
          thousandths += (trade.side === "buy" ? 1 : -1) * Math.round(trade.quantity * 1_000);
          const next = afterTrade(held as Parameters<typeof afterTrade>[0], trade as HoldingTrade);
          expect(Math.sign(next.costBasis) * Math.sign(next.shares)).toBeGreaterThanOrEqual(0);
          if (next.shares === 0) expect(next.costBasis).toBe(0);
          held = next;
        }
        expect(held?.shares ?? 0).toBe(thousandths / 1_000);
      }),
    );
  });
});

type Command =
  | { readonly do: "submit"; readonly draft: Partial<VenueDraft> }
  | { readonly do: "cancel"; readonly pick: number }
  | { readonly do: "wait"; readonly ms: number };

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 1, max: 400 }).map(shares),
        fc.constantFrom("buy" as const, "sell" as const),
        fc.option(fc.constantFrom(1_500_000, 2_700_000, 9_000_000).map(price), { nil: undefined }),
      )
      .map(([quantity, side, limit]) => ({
        do: "submit" as const,
        draft: { quantity, side, timeInForce: "gtc" as const, ...(limit && { limit }) },
      })),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), pick: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(250, 1_000, 3_600_000, 40_000_000),
    }),
  },
);

const priceOf = (at: Instant) => (ticker: Ticker) => market.priceAt(ticker, at);

/** How the account stood after each opening trade, and its shares before and after every one. */
async function played(given: readonly Command[]) {
  const { venue, id, notices } = await opened({ multiplier: 2 });
  const account = (): VenueAccount => venue.book.accounts.get(id)!;
  const standings: ReturnType<typeof marginStanding>[] = [];
  const sides: (readonly [before: number, after: number])[] = [];
  let at = START;
  const step = async () => {
    const before = account().positions.get(AAPL)?.shares ?? 0;
    const heard = notices.length;
    await venue.advance(at);
    const fills = notices.slice(heard).filter(({ event }) => event === "filled");
    const wasOpened = fills.length === 1 && fills[0]!.at === at && !isClosing(fills[0]!.order);
    if (wasOpened) standings.push(marginStanding(account(), priceOf(at)));
    if (fills.length === 1) sides.push([before, account().positions.get(AAPL)?.shares ?? 0]);
  };
  for (const command of given) {
    const open: readonly VenueOrder[] = [...account().openOrders.values()];
    if (command.do === "submit") await venue.submit(id, draft(command.draft), at);
    else if (command.do === "cancel") {
      const order = open[command.pick % open.length];
      if (order && !hasEnded(order)) await venue.cancel(id, order.id, at);
    } else {
      at = instant(at + command.ms);
      await step();
    }
  }
  return { account, opened: standings, sides };
}
