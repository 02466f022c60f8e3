import { bps, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { followPrices } from "../decisions/follow-prices.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";
import { attachAccount } from "./attach-account.ts";
import { reconcile } from "./hear-broker.ts";
import { refreshAccount } from "./refresh-account.ts";

describe("what else there is at the broker, and nobody says what it is worth", () => {
  it("keeps the account from entering as soon as the worker has learned of it", async () => {
    const { followed, needs, see, world } = await attached();
    see(100);
    await inTime(world, reconcile(needs, followed));

    expect(followed.book.unpriced).toBe(1);
    expect(see(90)).toEqual([]);
  });

  it("keeps it from entering also where the rest of the broker's word is not taken in yet", async () => {
    const { followed, needs, see, world } = await attached();
    see(100);
    const { storage } = needs;
    const positions = {
      ...storage.read.positions,
      of: () => Promise.reject(new Error("The database is gone.")),
    };
    const gone = { ...needs, storage: { ...storage, read: { ...storage.read, positions } } };
    const taken = reconcile(gone, followed).catch((error: Error) => error.message);

    expect(await inTime(world, taken)).toBe("The database is gone.");
    expect(see(90)).toEqual([]);
  });

  it("keeps it from entering also where its row was read before that, and told after", async () => {
    const { followed, needs, see, world } = await attached();
    see(100);
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const { accounts } = needs.storage.read;
    const byId: typeof accounts.byId = async (id) => {
      const row = await accounts.byId(id);
      await told;
      return row;
    };
    const read = { ...needs.storage.read, accounts: { ...accounts, byId } };
    const refreshed = refreshAccount({ ...needs, storage: { ...needs.storage, read } }, followed);
    const reconciled = reconcile(needs, followed);
    await world.clock.pass(10_000);
    tell();
    await inTime(world, Promise.all([refreshed, reconciled]));

    expect(followed.book.unpriced).toBe(1);
    expect(see(90)).toEqual([]);
  });

  it("keeps it from entering where another process has learned of it, once books are compared", async () => {
    const { followed, needs, see, world } = await attached();
    see(100);
    await inTime(
      world,
      reconcileAccount(world.open(1).needs, openNotFoundWatch())(world.accountId),
    );
    await agreeWithRows(needs, followed);

    expect(followed.book.unpriced).toBe(1);
    expect(see(90)).toEqual([]);
  });
});

/** An account in a worker's hands that would enter at $97, and a coin that was bought elsewhere. */
async function attached() {
  const world = await openTestWorld({ tickers: [AAPL] });
  const { needs } = world.open();
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const followed = (await attachAccount(
    { ...needs, minutes: openRecentMinutes(needs) },
    { workerId: "worker-1", collarBps: bps(300) },
    account,
  ))!;
  followed.isStreamConnected = true;
  followed.isReconciled = true;
  await world.clock.pass(0);
  world.venue.foreign = {
    holdings: [{ symbol: "BTCUSD", kind: "coin", quantity: "0.01" }],
    orders: [],
  };
  return {
    world,
    needs,
    followed,
    see: (dollars: number) =>
      followPrices(needs, followed, [
        { ticker: AAPL, price: price(dollars * 10_000), at: world.clock.now() },
      ]),
  };
}
