import { bps, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { SplitActivity } from "../../ports/activity.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, dollars, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { anchoredTrail } from "../account/anchored-trail.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { keepAlone } from "../account/keep-together.ts";
import { followPrices } from "../decisions/follow-prices.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "../session/attach-account.ts";
import { absorbActivity } from "./absorb-activity.ts";
import { recordActivity } from "./record-activity.ts";

describe("the first price after a split", () => {
  it("decides nothing for a worker that took the account over since", async () => {
    const { attached, bookSplit, saved, see } = await held();
    const before = await attached("worker-1");
    see(before, 100);
    await saved(before);
    absorbActivity(before, await bookSplit());
    await saved(before);

    const next = await attached("worker-2");
    expect(see(next, 8.9)).toEqual([]);
    expect(see(next, 8.8)).toMatchObject([{ reason: "stop-loss", quantity: 100 }]);
  });

  it("decides nothing for a worker that follows one that died with the split on record", async () => {
    const { attached, bookSplit, saved, see } = await held();
    const before = await attached("worker-1");
    see(before, 100);
    await saved(before);
    await bookSplit();

    const next = await attached("worker-2");
    expect(see(next, 8.9)).toEqual([]);
    expect(see(next, 8.8)).toMatchObject([{ reason: "stop-loss", quantity: 100 }]);
  });

  it("decides nothing for a worker that finds on record what another process has booked", async () => {
    const { attached, bookSplit, needs, saved, see } = await held();
    const followed = await attached("worker-1");
    see(followed, 100);
    await saved(followed);
    await bookSplit();
    await agreeWithRows(needs, followed);

    expect(see(followed, 8.9)).toEqual([]);
    expect(see(followed, 8.8)).toMatchObject([{ reason: "stop-loss", quantity: 100 }]);
  });

  it("decides nothing where a fact has anchored the trail anew in between", async () => {
    const { anchor, attached, bookSplit, saved, see } = await held();
    const before = await attached("worker-1");
    see(before, 100);
    await saved(before);
    await bookSplit();
    await anchor(10);

    const next = await attached("worker-2");
    expect(see(next, 8.9)).toEqual([]);
    expect(see(next, 8.8)).toMatchObject([{ reason: "stop-loss", quantity: 100 }]);
  });

  it("is over for whoever takes the account over once it has come", async () => {
    const { attached, bookSplit, saved, see } = await held();
    const before = await attached("worker-1");
    see(before, 100);
    await saved(before);
    absorbActivity(before, await bookSplit());
    see(before, 10);
    see(before, 10);
    await saved(before);

    const next = await attached("worker-2");
    expect(see(next, 8.9)).toMatchObject([{ reason: "stop-loss", quantity: 100 }]);
  });
});

/** Ten shares bought at $100, with a stop a tenth below, of which one becomes ten. */
async function held() {
  const world = await openTestWorld({
    tickers: [AAPL],
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000) },
  });
  const { accountId, clock, storage } = world;
  await holdShares(world, AAPL, 10, true);
  const { needs } = world.open();
  const { leases } = oneByOne(storage);
  const account = (await storage.read.accounts.byId(accountId))!;
  let holder = "";
  return {
    needs,
    saved: (followed: FollowedAccount) => keepAlone(needs, { followed, lines: [] }),
    see: (followed: FollowedAccount, at: number) =>
      followPrices(needs, followed, [
        { ticker: AAPL, price: price(Math.round(at * 10_000)), at: clock.now() },
      ]),
    async attached(workerId: string) {
      await leases.release(accountId, holder);
      holder = workerId;
      const followed = (await attachAccount(
        { ...needs, minutes: openRecentMinutes(needs) },
        { workerId, collarBps: bps(300) },
        account,
      ))!;
      followed.isStreamConnected = true;
      followed.isReconciled = true;
      await clock.pass(0);
      return followed;
    },
    async bookSplit() {
      const split: SplitActivity = {
        ...{ kind: "split", id: "split-1", at: clock.now(), ticker: AAPL },
        ...{ ratio: { from: 1, to: 10 }, before: shares(10), after: shares(100) },
      };
      const recorded = await recordActivity(needs)(accountId, split);
      if (!recorded.ok || recorded.value.kind !== "activity-booked") throw new Error("not booked");
      return recorded.value;
    },
    /** As a wish to start fresh does. */
    async anchor(at: number) {
      await storage.transact(async ({ trails }) => {
        const stored = (await trails.of(accountId))!;
        const anchored = anchoredTrail(stored.trails[0], {
          ...{ ticker: AAPL, price: dollars(at) as never, at: clock.now() },
        });
        await trails.save({ ...stored, trails: [anchored] });
      });
    },
  };
}
