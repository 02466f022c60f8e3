import type { Instant } from "@sevenfold/domain/market";
import { money, NO_MONEY, type Price, price, shares } from "@sevenfold/domain/money";
import { applyFill, type Position, type Trade } from "@sevenfold/domain/position";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Execution } from "../../ports/broker.ts";
import { AAPL, dollars, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { applyLateFill } from "./apply-late-fill.ts";
import { recordExecution } from "./record-execution.ts";

const trade = (side: Trade["side"]) =>
  fc.record({
    side: fc.constant(side),
    quantity: fc.integer({ min: 1, max: 500 }).map(shares),
    price: fc.integer({ min: 1, max: 5_000_000 }).map(price),
  });

describe("a sell that is told after later buys", () => {
  it("takes along what was held as it happened, and its part of that", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await holdShares(world, AAPL, 10, true);
    const at = world.clock.now();
    await world.clock.pass(10_000);
    const tell = (facts: Partial<Execution>) =>
      recordExecution(needs, "stream")(world.accountId, { ...EXECUTION, at, ...facts });

    await tell({ executionId: "later", at: world.clock.now(), price: 1_100_000 as Price });
    const sell = { executionId: "sell", brokerOrderId: "sold", side: "sell" } as const;
    const told = await tell({ ...sell, quantity: shares(8) });

    expect(told).toMatchObject({
      value: {
        fill: { realized: 0 },
        position: { quantity: 7, costBasis: dollars(2 * 100 + 5 * 110) },
      },
    });
  });

  it("always leaves what it leaves where it is told in time", () => {
    fc.assert(
      fc.property(
        trade("buy"),
        trade("sell"),
        fc.array(trade("buy"), { maxLength: 5 }),
        (first, sell, later) => {
          const held: Position = { shares: first.quantity, costBasis: money(first.price * 3) };
          fc.pre(sell.quantity <= held.shares);
          const inTime = applied(held, sell);
          const told = applyLateFill(bought(held, later), sell, later);

          expect(told).toEqual({
            ok: true,
            value: { position: bought(inTime.position, later), realized: inTime.realized },
          });
        },
      ),
    );
  });

  it("counts as it is told where it sold more than was held then, or some of it is sold since", () => {
    const held: Position = { shares: shares(10), costBasis: money(1_000) };
    const [buy, sell] = (["buy", "sell"] as const).map(
      (side): Trade => ({ side, quantity: shares(4), price: price(300) }),
    ) as [Trade, Trade];

    const cheap = { ...buy, quantity: shares(8), price: price(1) };
    for (const later of [[buy, buy], [buy, sell], [cheap], []])
      expect(applyLateFill(held, sell, later)).toEqual(applyFill(held, sell));
    expect(applyLateFill(held, buy, [sell])).toEqual(applyFill(held, buy));
  });
});

const EXECUTION: Execution = {
  executionId: "",
  brokerOrderId: "theirs",
  ticker: AAPL,
  side: "buy",
  quantity: shares(5),
  price: 1_000_000 as Price,
  fee: NO_MONEY,
  at: 0 as Instant,
};

function applied(held: Position, told: Trade) {
  const after = applyFill(held, told);
  if (!after.ok) throw new Error(after.refusal.kind);
  return after.value;
}

const bought = (held: Position, buys: readonly Trade[]): Position =>
  buys.reduce((position, buy) => applied(position, buy).position, held);
