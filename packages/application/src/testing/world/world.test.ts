import { describe, expect, it } from "vitest";

import { drain } from "../trading-world.ts";
import { openWorld } from "./world.ts";

describe("a worker in a simulated world", () => {
  it("enters falls and leaves rises, and its books are the venue's", async () => {
    const world = await openWorld({ seed: 7, drain, limits: { coolDownSec: 60 } });
    const process = world.start();

    await world.clock.pass(40 * 60_000);

    const fills = await world.storage.read.fills.latest(world.accountId, 500);
    expect(new Set(fills.map(({ reason }) => reason))).toEqual(
      new Set(["trail-drop", "trail-rise"]),
    );
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    expect(world.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await Promise.all([process.stop(), world.clock.pass(20_000)]);
  });
});
