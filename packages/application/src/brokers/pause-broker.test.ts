import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { holding } from "../testing/stopped-holding.ts";
import { inTime } from "../testing/trading-world.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { pauseBroker } from "./pause-broker.ts";

describe("an account that is paused", () => {
  it.each([true, false])(
    "leaves no stop at its broker where the first wish to cancel it was lost; with a worker: %s",
    async (hasWorker) => {
      const { needs, process, stopsThere, world } = await holding(10);
      expect(stopsThere()).toHaveLength(1);
      if (!hasWorker) await inTime(world, process.stop());

      const paused = await inTime(world, pauseBroker(losing(needs, 1))(world));

      expect(paused).toMatchObject({ ok: true, value: { status: "disabled" } });
      expect(stopsThere()).toEqual([]);
      if (hasWorker) await inTime(world, process.stop());
    },
  );

  it("is paused also where its broker ends nothing, and says so in the audit", async () => {
    const { needs, process, world } = await holding(10);
    world.venue.holdsCancels = true;

    const paused = await inTime(world, pauseBroker(needs)(world));

    expect(paused).toMatchObject({ ok: true, value: { status: "disabled" } });
    const [line] = await world.storage.read.audit.latest(world.userId, 1);
    expect(line?.text).toContain("paused, and 1 of its orders may still be open there");
    await world.clock.pass(MINUTE_MS);
    await inTime(world, process.stop());
  });
});

/** So many wishes to cancel are lost on their way. */
function losing(needs: TradingNeeds, count: number): TradingNeeds {
  let left = count;
  const connect: TradingNeeds["brokers"]["connect"] = async (accountId) => {
    const broker = await needs.brokers.connect(accountId);
    const cancel: typeof broker.cancel = async (order) => {
      left -= 1;
      return left < 0 ? broker.cancel(order) : "unknown";
    };
    return { ...broker, cancel };
  };
  return { ...needs, brokers: { ...needs.brokers, connect } };
}
