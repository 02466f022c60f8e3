import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fairShareOf, type SharedAccounts } from "./fair-share.ts";

const standing = (followed: Readonly<Record<string, number>>, free = 0): SharedAccounts => ({
  accounts: Object.values(followed).reduce((sum, count) => sum + count, free),
  free,
  followedBy: new Map(Object.entries(followed)),
});

describe("a fair share", () => {
  it("is everything for a worker alone, and half of it beside another", () => {
    expect(fairShareOf("a", standing({ a: 10 }))).toEqual({ most: 10, toHandOver: 0 });
    expect(fairShareOf("a", standing({ a: 10, b: 0 }))).toEqual({ most: 5, toHandOver: 5 });
    expect(fairShareOf("b", standing({ a: 10, b: 0 }))).toEqual({ most: 5, toHandOver: 0 });
    // What was given up already, or is left behind by a dead one, is not given up again.
    expect(fairShareOf("a", standing({ a: 8, b: 0 }, 2))).toEqual({ most: 5, toHandOver: 3 });
    expect(fairShareOf("a", standing({ a: 5, b: 0 }, 5))).toEqual({ most: 5, toHandOver: 0 });
    // One account is nobody else's to want.
    expect(fairShareOf("a", standing({ a: 1, b: 0, c: 0 }))).toEqual({ most: 1, toHandOver: 0 });
  });

  it("settles at once, whoever comes and goes, and gives up no more than is missing", () => {
    const workers = fc.dictionary(fc.constantFrom(..."abcdefgh"), fc.nat(30), { minKeys: 1 });
    fc.assert(
      fc.property(workers, fc.nat(30), (followed, free) => {
        const shared = standing(followed, free);
        const after = new Map(shared.followedBy);
        let left = free;
        for (const worker of after.keys()) {
          const { toHandOver } = fairShareOf(worker, shared);
          after.set(worker, after.get(worker)! - toHandOver);
          left += toHandOver;
        }
        const least = Math.floor(shared.accounts / after.size);
        const given = left - free;
        const wasMissing = [...shared.followedBy.values()].reduce(
          (sum, count) => sum + Math.max(0, least - count),
          0,
        );
        // Those who have too little first, as they take what is free; then who has room.
        for (const target of [least, Math.ceil(shared.accounts / after.size)])
          for (const [worker, count] of after) {
            const taken = Math.max(0, Math.min(target - count, left));
            after.set(worker, count + taken);
            left -= taken;
          }
        expect(left).toBe(0);
        for (const count of after.values()) {
          expect(count).toBeGreaterThanOrEqual(least);
          expect(count).toBeLessThanOrEqual(least + (shared.accounts % after.size === 0 ? 0 : 1));
        }
        const most = Math.ceil(shared.accounts / after.size);
        const wasTooMany = [...shared.followedBy.values()].reduce(
          (sum, count) => sum + Math.max(0, count - most),
          0,
        );
        expect(given).toBeLessThanOrEqual(Math.max(0, wasMissing - free) + wasTooMany);
        for (const worker of after.keys())
          expect(fairShareOf(worker, { ...shared, free: 0, followedBy: after }).toHandOver).toBe(0);
      }),
    );
  });
});
