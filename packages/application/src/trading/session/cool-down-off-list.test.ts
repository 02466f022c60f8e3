import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, inTime, manualDraft } from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { syncPositions } from "../reconciliation/sync-positions.ts";

const COOL_DOWN_SEC = 600;

/** Ten shares that the rule has sold, of a symbol that left the list before that; no worker is there. */
async function soldOffTheList() {
  const { market, process, world } = await holding(10, {
    stopAtBroker: false,
    limits: { coolDownSec: COOL_DOWN_SEC },
  });
  const { accountId, clock, storage, userId, venue } = world;
  await storage.transact(({ watchlist }) => watchlist.remove(userId, AAPL));
  world.announcer.missed();
  await clock.pass(10_000);
  market.stand(89);
  await clock.pass(MINUTE_MS);
  const [sale] = await storage.read.fills.latest(accountId, 1);
  expect(sale).toMatchObject({ side: "sell", quantity: 10 });
  expect((await storage.read.trails.of(accountId))?.trails).toEqual([]);
  await inTime(world, process.stop());
  market.stand(95);
  await clock.pass(1_000);
  return { clock, sale: sale!, storage, venue, world };
}

describe("the cool-down of what was sold and is off the list", () => {
  it("goes on where the sale is taken back before a worker begins", async () => {
    const { clock, sale, venue, world } = await soldOffTheList();
    const at = clock.now();
    befall(venue, { kind: "bust", id: "bust", at, executionId: sale.executionId }, at);

    await expect(coolDownOfNext(world)).resolves.toBe(sale.at + COOL_DOWN_SEC * 1_000);
  });

  it("goes on where it is bought by hand before a worker begins", async () => {
    const { clock, sale, storage, world } = await soldOffTheList();
    const { needs } = world.open();
    const buy = { ticker: AAPL, side: "buy", quantity: shares(2) } as const;
    const draft = manualDraft(world, { ...buy, limit: price(950_000) });
    await inTime(world, placeOrder(needs)(draft));
    await clock.pass(1_000);
    await inTime(world, syncPositions(needs)(world.userId));
    expect(await storage.read.positions.of(world.accountId)).toMatchObject([{ quantity: 2 }]);

    await expect(coolDownOfNext(world)).resolves.toBe(sale.at + COOL_DOWN_SEC * 1_000);
  });
});

async function coolDownOfNext(world: Awaited<ReturnType<typeof soldOffTheList>>["world"]) {
  const next = world.start();
  await world.clock.pass(15_000);
  const view = next.worker.accountView(world.accountId);
  await inTime(world, next.stop());
  return view?.symbols.find(({ ticker }) => ticker === AAPL)?.coolDownUntil;
}
