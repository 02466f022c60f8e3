import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Tables } from "../../ports/stores/storage.ts";
import { inProcessStrategies } from "../../testing/in-process-strategies.ts";
import { openOwnWorld } from "../../testing/own-strategy-world.ts";
import { off, stopped } from "../../testing/started-worker.ts";
import { inTime, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { BEGUN_ANEW_MAX } from "./begin-anew.ts";

const reductionsOf = async ({ accountId, storage }: World) =>
  (await storage.read.accounts.byId(accountId))?.reductions ?? [];

async function traded() {
  const strategies = inProcessStrategies({ forEachSymbol: () => () => ({ shares: 5 }) });
  const world = await openOwnWorld(strategies);
  const process = world.start();
  await world.clock.pass(4 * MINUTE_MS);
  return { strategies, world, process };
}

type Trading = Awaited<ReturnType<typeof traded>>;

/** One minute in which its process is ended. */
async function killedOnce({ strategies, world }: Pick<Trading, "strategies" | "world">) {
  strategies.isKilled = true;
  await world.clock.pass(MINUTE_MS);
  strategies.isKilled = false;
}

describe("a strategy whose process the machine ends", () => {
  it("begins anew with the next minute, and is asked on", async () => {
    const trading = await traded();
    const { strategies, world, process } = trading;
    const asked = strategies.asked.length;

    await killedOnce(trading);
    await world.clock.pass(3 * MINUTE_MS);

    expect(strategies.begun).toBe(2);
    expect(strategies.asked.length).toBeGreaterThan(asked);
    expect(await reductionsOf(world)).toEqual([]);
    await stopped(world, process);
  });

  it.each([
    ["orders nothing of what it wanted before", true, 0],
    ["leaves what one wants that goes on", false, 3],
  ])("%s", async (_, isKilled, orders) => {
    let speaks = true;
    const strategies = inProcessStrategies({
      forEachSymbol: () => () => (speaks ? { shares: 5 } : undefined),
    });
    const world = await openOwnWorld(strategies);
    const halts = (work: (tables: Pick<Tables, "halts">) => Promise<void>) =>
      world.storage.transact(work);
    await halts((tables) => tables.halts.halt({ reason: "a test", since: world.clock.now() }));
    const process = world.start();
    await world.clock.pass(3 * MINUTE_MS);
    speaks = false;
    if (isKilled) await killedOnce({ strategies, world });
    await halts((tables) => tables.halts.lift());
    await world.clock.pass(3 * MINUTE_MS);

    const sent = (await ordersOf(world)).filter(({ status }) => status !== "denied");
    expect(sent).toHaveLength(orders);
    await stopped(world, process);
  });

  it("is stopped when that goes on, with a sentence, until somebody switches it on again", async () => {
    const trading = await traded();
    const { strategies, world, process } = trading;
    strategies.isKilled = true;
    await world.clock.pass(10 * MINUTE_MS);

    expect(strategies.begun).toBe(1 + BEGUN_ANEW_MAX);
    expect(await reductionsOf(world)).toMatchObject([
      {
        because: "strategy-stopped",
        about: "my-idea.ts: its process was ended. It was begun anew 3 times within an hour.",
      },
    ]);

    strategies.isKilled = false;
    await inTime(world, toggleAutomation(process.needs)({ ...off(world), enabled: true }));
    await world.clock.pass(3 * MINUTE_MS);
    await killedOnce(trading);
    await world.clock.pass(3 * MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);
    await stopped(world, process);
  });

  it("is not stopped for what happened more than an hour ago", async () => {
    const trading = await traded();
    const { world, process } = trading;
    for (let times = 0; times <= BEGUN_ANEW_MAX; times += 1) {
      await killedOnce(trading);
      await world.clock.pass(25 * MINUTE_MS);
    }

    expect(await reductionsOf(world)).toEqual([]);
    await stopped(world, process);
  });
});
