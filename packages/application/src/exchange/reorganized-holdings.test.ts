import { instant } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, AMC, draft, market, opened, openVenueWith, START } from "../testing/opened-venue.ts";
import { worthOf } from "./share-count.ts";
import type { ReorganizationBlow } from "./venue.ts";

const into = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .map(([from, to]) => ({ ticker: AMC, from, to }));

const blows: fc.Arbitrary<ReorganizationBlow> = fc.oneof(
  fc.constant({
    kind: "name-change",
    ticker: AAPL,
    into: { ticker: AMC, from: 1, to: 1 },
  } as const),
  into.map((of) => ({ kind: "merger", ticker: AAPL, into: of }) as const),
  into.map((of) => ({ kind: "spin-off", ticker: AAPL, into: of }) as const),
  fc.integer({ min: 1, max: 5_000_000 }).map((each) => {
    return { kind: "merger", ticker: AAPL, perShare: money(each) } as const;
  }),
);

describe("openVenue, when a company becomes another", () => {
  it("always keeps what was paid for the shares with what came for them, and reads so from its journal", async () => {
    await fc.assert(
      fc.asyncProperty(
        blows,
        fc.integer({ min: 1, max: 60 }),
        // The venue takes no order worth less than a dollar.
        fc.nat(4).map((tens) => 10 * tens),
        async (blow, held, others) => {
          const { id, journal, venue } = await opened({});
          const bought = [
            draft({ quantity: shares(held) }),
            draft({ ticker: AMC, quantity: shares(others) }),
          ].filter(({ quantity }) => 0 < quantity);
          for (const one of bought)
            expect(await venue.submit(id, one, START)).toMatchObject({ ok: true });
          const account = () => venue.book.accounts.get(id)!;
          let at = START;
          while (0 < account().openOrders.size) {
            at = instant(at + 250);
            await venue.advance(at);
          }
          const before = { cash: account().cash, positions: new Map(account().positions) };
          expect(await venue.befall(id, blow, at)).toBe(true);

          const [was, there] = [before.positions.get(AAPL)!, before.positions.get(AMC)];
          const now = account().positions;
          const [from, to] = blow.into ? [blow.into.from, blow.into.to] : [1, 0];
          const came = Math.floor((held * to) / from);
          const isLeft = blow.kind === "spin-off";
          expect(now.get(AAPL)).toEqual(isLeft ? was : undefined);
          expect(now.get(AMC)?.shares ?? 0).toBe(others + came);
          const cost = (there?.costBasis ?? 0) + (isLeft || came === 0 ? 0 : was.costBasis);
          expect(now.get(AMC)?.costBasis ?? 0).toBe(cost);
          const rest = (held * to) / from - came;
          const paid = blow.perShare
            ? worthOf(blow.perShare, was.shares)
            : Math.floor(rest * market.priceAt(AMC, at) + 1e-6);
          expect(account().cash - before.cash).toBe(paid);
          const again = openVenueWith({ entries: journal.entries });
          expect(again.book.accounts.get(id)).toEqual(account());
        },
      ),
      { numRuns: 60 },
    );
  });
});
