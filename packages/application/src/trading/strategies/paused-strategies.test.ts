import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { inProcessStrategies } from "../../testing/in-process-strategies.ts";
import { openOwnWorld } from "../../testing/own-strategy-world.ts";
import { stopped } from "../../testing/started-worker.ts";
import { ordersOf } from "../../testing/trading-world.ts";

const STOOD_STILL_MS = 20 * MINUTE_MS;

/** A worker whose strategy wants five shares of each symbol at its fifth close, and says when it was asked. */
async function started() {
  const inProcess = inProcessStrategies({
    forEachSymbol: () => {
      let seen = 0;
      return () => {
        seen += 1;
        return seen === 5 ? { shares: 5 } : undefined;
      };
    },
  });
  const lateMs: number[] = [];
  let think = async () => {};
  const strategies: typeof inProcess = {
    ...inProcess,
    begin(installed, tickers) {
      const running = inProcess.begin(installed, tickers);
      return {
        ...running,
        async ask(closed) {
          lateMs.push(world.clock.now() - closed.closesAt);
          await think();
          return running.ask(closed);
        },
      };
    },
  };
  const world = await openOwnWorld(strategies);
  const process = world.start();
  return {
    ...{ lateMs, process, world },
    thinkFor(ms: number) {
      think = () => world.clock.sleep(ms);
    },
  };
}

describe("a strategy of a process that stood still", () => {
  it("is asked about no minute of before, nor of one that was heard in part", async () => {
    const { lateMs, process, world } = await started();
    await world.clock.pass(4 * MINUTE_MS + 20_000);
    const before = lateMs.length;
    world.clock.stall(STOOD_STILL_MS);
    await world.clock.pass(60_000);
    // The minute in which it went on was missed in part.
    expect(lateMs).toHaveLength(before);

    await world.clock.pass(3 * MINUTE_MS);
    expect(lateMs.length).toBeGreaterThan(before);
    for (const late of lateMs) expect(late).toBeLessThan(5_000);
    await stopped(world, process);
  });

  it("is not heard on what it was asked before", async () => {
    const { lateMs, process, thinkFor, world } = await started();
    thinkFor(8_000);
    while (lateMs.length < 5) await world.clock.pass(1_000);
    world.clock.stall(STOOD_STILL_MS);
    await world.clock.pass(10 * MINUTE_MS);

    expect(lateMs.length).toBeGreaterThan(8);
    expect(await ordersOf(world)).toEqual([]);
    await stopped(world, process);
  });

  it("is heard where the process ran on", async () => {
    const { process, thinkFor, world } = await started();
    thinkFor(8_000);
    await world.clock.pass(10 * MINUTE_MS);

    expect((await ordersOf(world)).length).toBeGreaterThan(0);
    await stopped(world, process);
  });
});
