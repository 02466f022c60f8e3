import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, AMC, draft, market, opened, START } from "../testing/opened-venue.ts";
import { type ShareCount, shareCount, worthOf } from "./share-count.ts";
import { buyingPowerOf } from "./venue-margin.ts";
import type { VenueDraft, VenueExecution } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

describe("openVenue, on orders for parts of shares and in dollars", () => {
  it("always conserves cash and shares, to the last ten-thousandth and billionth", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40, size: "max" }), async (given) => {
        const account = await played(given);
        const { executions } = account;

        const moved = executions.reduce((sum, each) => sum + signed(each, worthOfOne(each)), 0);
        expect(account.cash).toBe(account.opening.cash - moved);
        const billionths = executions.reduce(
          (sum, each) => sum + signed(each, Math.round(each.quantity * 1e9)),
          0,
        );
        expect(account.positions.get(AAPL)?.shares ?? 0).toBe(billionths / 1e9);
        expect(account.cash).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });

  it("never sets more cash or shares aside than there are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40, size: "max" }), async (given) => {
        const account = await played(given);

        expect(sharesHeldForOrders(account, AAPL)).toBeLessThanOrEqual(
          account.positions.get(AAPL)?.shares ?? 0,
        );
        expect(buyingPowerOf(account, priceOf)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });

  it("never spends more than the dollars an order is for, nor a share's billionth less", async () => {
    const amounts = fc.integer({ min: 100, max: 5_000_000 }).map((cents) => money(cents * 100));
    await fc.assert(
      fc.asyncProperty(amounts, async (notional) => {
        const { venue, id, sent } = await opened({});
        const order = await sent({ notional, quantity: shares(0) });
        await venue.advance(instant(START + 1_000));
        const [execution] = venue.book.accounts.get(id)!.executions;

        expect(venue.book.order(order.id)).toMatchObject({ status: "filled", notional });
        const spent = worthOfOne(execution!);
        const oneMore = shareCount(execution!.quantity + 1e-9);
        expect(spent).toBeLessThanOrEqual(notional);
        expect(worthOf(execution!.price, oneMore)).toBeGreaterThanOrEqual(notional);
      }),
      { numRuns: 50 },
    );
  });

  it("refuses what only whole shares may be, in the order a client hears of it", async () => {
    const { venue, id } = await opened({});
    const half = shareCount(0.5);
    const kinds = [];
    for (const change of [
      { quantity: half, timeInForce: "gtc" },
      { quantity: half, trail: { by: "rate", bps: 100 } },
      { quantity: half, ticker: AMC },
      { quantity: shares(0), notional: money(9_900) },
      { quantity: shares(0), notional: money(2_000_000_000) },
      { side: "sell", quantity: shares(0), notional: money(100_000) },
    ] as const) {
      const answer = await venue.submit(id, draft(change), START);
      kinds.push(answer.ok ? "taken" : answer.refusal.kind);
    }

    expect(kinds).toEqual([
      ...["fraction-refused", "fraction-refused", "not-fractionable", "value-too-small"],
      ...["not-enough-buying-power", "not-enough-shares"],
    ]);
  });
});

type Command =
  | { readonly do: "submit"; readonly draft: Partial<VenueDraft> }
  | { readonly do: "cancel"; readonly pick: number }
  | { readonly do: "wait"; readonly ms: number };

const parts = fc.integer({ min: 1, max: 50_000_000 }).map((each) => shareCount(each / 1e6));
const sides = fc.constantFrom("buy" as const, "buy" as const, "sell" as const);
const limits = fc.option(fc.constantFrom(10_000, 2_000_000, 3_500_000, 9_000_000).map(price), {
  nil: undefined,
});
const sized = fc.oneof(
  fc.record({ quantity: parts as fc.Arbitrary<ShareCount> }),
  fc.record({ quantity: fc.integer({ min: 1, max: 30 }).map(shares) }),
  fc.record({
    quantity: fc.constant(shares(0)),
    notional: fc.integer({ min: 100, max: 2_000_000 }).map((cents) => money(cents * 100)),
  }),
);

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(sized, sides, limits).map(([size, side, limit]) => ({
      do: "submit" as const,
      draft: { ...size, side, ...(limit && { limit }) },
    })),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), pick: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(250, 1_000, 3_600_000, 40_000_000),
    }),
  },
);

async function played(given: readonly Command[]) {
  const { venue, id } = await opened({});
  let at = START;
  for (const command of given) {
    const open = [...venue.book.accounts.get(id)!.openOrders.keys()];
    if (command.do === "submit") await venue.submit(id, draft(command.draft), at);
    else if (command.do === "wait") at = instant(at + command.ms);
    else await venue.cancel(id, open[command.pick % open.length] ?? "none", at);
    await venue.advance(at);
  }
  return venue.book.accounts.get(id)!;
}

const signed = ({ side }: VenueExecution, amount: number): number =>
  side === "buy" ? amount : -amount;
const worthOfOne = ({ price: each, quantity }: VenueExecution): number => worthOf(each, quantity);

const priceOf = (ticker: Ticker) => market.priceAt(ticker, START);
