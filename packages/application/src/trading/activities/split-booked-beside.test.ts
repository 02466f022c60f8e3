import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, ordersOf } from "../../testing/trading-world.ts";
import { syncPositions } from "../reconciliation/sync-positions.ts";

describe("a split of a holding", () => {
  it("that is told late goes on at once where somebody else books it", async () => {
    const { market, process, world } = await split(5 * MINUTE_MS);
    const goesOn = () => world.log.lines.some(({ event }) => event === "symbol-goes-on");
    await world.clock.pass(5 * MINUTE_MS);
    expect(goesOn()).toBe(false);

    await inTime(world, syncPositions(world.open().needs)(world.userId));
    const { reads } = world.venue;
    await world.clock.pass(1_000);

    expect(world.venue.reads).toBe(reads);
    expect(goesOn()).toBe(true);
    market.stand(9.5);
    await world.clock.pass(2_000);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ equity: dollars(20_950) });
    await inTime(world, process.stop());
  });

  it("that is told late stays halted where somebody else books something else", async () => {
    const { process, world } = await split(5 * MINUTE_MS);
    const events = () => world.log.lines.map(({ event }) => event);
    await world.clock.pass(3 * MINUTE_MS);
    const at = world.clock.now();
    befall(world.venue, { kind: "deposit", id: "in", at, amount: dollars(500) }, at);

    await inTime(world, syncPositions(world.open().needs)(world.userId));
    await world.clock.pass(MINUTE_MS);

    expect(events()).toContain("book-rebuilt");
    expect(events()).not.toContain("symbol-goes-on");
    expect((await ordersOf(world)).filter(({ side }) => side === "sell")).toEqual([]);
    await inTime(world, process.stop());
  });
});

/** Ten shares of a hundred dollars are a hundred of ten; the broker tells so late. */
async function split(lateMs: number) {
  const opened = await holding(10, { stopAtBroker: false, cash: dollars(20_000) });
  const { market, world } = opened;
  const at = world.clock.now();
  const tenfold = { ratio: { from: 1, to: 10 }, before: shares(10), after: shares(100) };
  befall(world.venue, { kind: "split", id: "split-1", at, ticker: AAPL, ...tenfold }, at, {
    lateMs,
  });
  market.stand(10);
  return opened;
}
