import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { killed, kindsOf, over, watched } from "../testing/watched-world.ts";

describe("notices", () => {
  it("are delivered later where they cannot be at once, in their order, and each once", async () => {
    const { told, world, worker, deafen } = await watched();
    deafen(true);
    killed(worker);
    await world.clock.pass(3 * MINUTE_MS);
    const next = world.start();
    await world.clock.pass(2 * MINUTE_MS);
    expect(told).toEqual([]);

    deafen(false);
    await world.clock.pass(MINUTE_MS);

    expect(kindsOf(told)).toEqual(["begun worker-silent", "ended worker-silent"]);
    await over(world, next);
  });

  it("are given up after twelve tries, and the reminder is tried anew", async () => {
    const { told, world, worker, deafen, tries } = await watched();
    deafen(true);
    killed(worker);
    await world.clock.pass(25 * MINUTE_MS);
    expect(tries()).toBe(12);
    expect(world.log.lines.at(-1)?.event).toBe("notice-not-delivered");

    deafen(false);
    await world.clock.pass(10 * MINUTE_MS);

    expect(kindsOf(told)).toEqual(["standing worker-silent"]);
  });
});

describe("the heartbeat", () => {
  it("beats each minute, whatever is wrong, and stops while nobody is told", async () => {
    const { beats, world, worker, deafen } = await watched();
    await world.clock.pass(10 * MINUTE_MS);
    expect(beats()).toBe(11);
    killed(worker);
    await world.clock.pass(10 * MINUTE_MS);
    expect(beats()).toBe(21);

    deafen(true);
    await world.clock.pass(20 * MINUTE_MS);
    const deaf = beats();
    await world.clock.pass(10 * MINUTE_MS);

    expect(beats()).toBe(deaf);
  });
});
