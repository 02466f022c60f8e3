import { MINUTE_MS } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import type { Storage } from "./storage.ts";

/** Longer than any test runs. */
const LONG_MS = 1_000 * MINUTE_MS;
/** A seat of no time is over as soon as it is taken, whatever the storage's clock says. */
const OVER_AT_ONCE = 0;

export function describeSeats(storage: Storage): void {
  const seats = () => oneByOne(storage).seats;
  const take = (name: string, owner: string, durationMs = LONG_MS) =>
    seats().take({ name, owner, durationMs });
  const taken = async (prefix: string) =>
    (await storage.read.seats.taken(prefix)).map(({ name, owner }) => `${name} ${owner}`);

  it("gives a seat to one owner at a time, until it is left or over", async () => {
    expect(await take("one/feed", "a")).toBe(true);
    expect(await take("one/feed", "b")).toBe(false);
    expect(await take("one/feed", "a")).toBe(true);
    await seats().leave({ name: "one/feed", owner: "b" });
    expect(await taken("one/")).toEqual(["one/feed a"]);
    await seats().leave({ name: "one/feed", owner: "a" });
    expect(await taken("one/")).toEqual([]);
    expect(await take("one/feed", "b", OVER_AT_ONCE)).toBe(true);
    expect(await take("one/feed", "a")).toBe(true);
    expect(await taken("one/")).toEqual(["one/feed a"]);
  });

  it("names who has a seat, and for how much longer", async () => {
    await take("two/b", "me");
    await take("two/a", "them");
    await take("two/over", "them", OVER_AT_ONCE);
    await take("twofold/c", "them");

    expect(await taken("two/")).toEqual(["two/a them", "two/b me"]);
    const [first] = await storage.read.seats.taken("two/a");
    expect(first?.endsInMs).toBeGreaterThan(0);
    expect(first?.endsInMs).toBeLessThanOrEqual(LONG_MS);
    expect(await seats().removeEnded()).toBeGreaterThan(0);
    expect(await taken("two/")).toEqual(["two/a them", "two/b me"]);
  });

  it("gives a free seat to one of ten who ask at the same time", async () => {
    const given = await Promise.all(
      Array.from({ length: 10 }, (_, owner) => take("three/feed", `process ${owner}`)),
    );

    expect(given.filter(Boolean)).toHaveLength(1);
  });
}
