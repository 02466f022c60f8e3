import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime } from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";

const HOUR_MS = 60 * MINUTE_MS;

/** Three shares for each of ten, which nobody tells of, and at the broker's own site all but ten are sold. */
async function soldAfterSplit(lateMs: number) {
  const scene = await holding(10, { stopAtBroker: false, cash: dollars(2_000) });
  const { clock, venue } = scene.world;
  const from = clock.now();
  const thirds = { ratio: { from: 1, to: 3 }, before: shares(10), after: shares(30) };
  befall(venue, { kind: "split", id: "split-1", at: from, ticker: AAPL, ...thirds }, from, {
    lateMs,
  });
  scene.market.stand(33);
  await clock.pass(MINUTE_MS);
  venue.tradeElsewhere({ ticker: AAPL, side: "sell", quantity: shares(20) });
  return scene;
}

describe("a split of a holding that is not told, while all that it brought is sold elsewhere", () => {
  it("halts the symbol until it is told: as many shares there as here prove nothing", async () => {
    const { process, world } = await soldAfterSplit(10 * MINUTE_MS);
    const { accountId, clock, log, storage } = world;
    const lines = () => log.lines.map(({ event }) => event);

    await clock.pass(8 * MINUTE_MS);
    expect(lines()).toContain("execution-refused");
    expect(lines()).not.toContain("symbol-goes-on");
    expect((await storage.read.accounts.byId(accountId))?.haltedDay).toBeUndefined();

    await clock.pass(3 * MINUTE_MS);
    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
    expect(lines()).toContain("symbol-goes-on");
    expect((await storage.read.accounts.byId(accountId))?.haltedDay).toBeUndefined();
    await inTime(world, process.stop());
  });

  it("says for a day that what was traded is not in the books", async () => {
    const { needs, process, world } = await soldAfterSplit(72 * HOUR_MS);
    const { accountId, clock } = world;
    const aside = async () => {
      const done = await inTime(world, reconcileAccount(needs, openNotFoundWatch())(accountId));
      return done.ok && [...done.value.tradedAside];
    };
    await clock.pass(MINUTE_MS);
    await inTime(world, process.stop());
    expect(await aside()).toEqual([AAPL]);

    await clock.pass(23 * HOUR_MS);
    expect(await aside()).toEqual([AAPL]);

    await clock.pass(HOUR_MS);
    expect(await aside()).toEqual([]);
  });
});
