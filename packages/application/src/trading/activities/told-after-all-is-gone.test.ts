import { MINUTE_MS } from "@sevenfold/domain/market";
import { NO_SHARES, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { tradeParts } from "../../broker-kit/simulated/trade-parts.ts";
import { ONE_SHARE } from "../../ports/activity.ts";
import {
  AAPL,
  dollars,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  TSLA,
} from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";

describe("the only trade of an account, taken back and not told yet", () => {
  it("holds the account back until it is told, and is no account begun anew", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage, venue } = world;
    const process = world.start();
    await clock.pass(30_000);
    venue.buyElsewhere(AAPL, shares(10));
    await clock.pass(2 * MINUTE_MS);
    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
    const { executionId } = venue.executions[0]!;
    const at = clock.now();
    befall(venue, { kind: "bust", id: "bust", at, executionId }, at, { lateMs: 3 * MINUTE_MS });

    await clock.pass(2 * MINUTE_MS);
    const meanwhile = await storage.read.accounts.byId(accountId);
    expect(meanwhile).toMatchObject({ status: "active" });
    expect(meanwhile?.reductions?.map(({ because }) => because).toSorted()).toEqual([
      "cash-differs",
      "holdings-differ",
    ]);

    await clock.pass(2 * MINUTE_MS);
    const told = await storage.read.accounts.byId(accountId);
    expect(told).toMatchObject({ status: "active", cash: venue.cash });
    expect(told?.reductions).toBeUndefined();
    expect(await storage.read.positions.of(accountId)).toEqual([]);
    await inTime(world, process.stop());
  });
});

describe("shares that came from another account, all made cash by a split that is not told yet", () => {
  it("hold the account back until it is told, and are no account begun anew", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage, venue } = world;
    const process = world.start();
    await clock.pass(30_000);
    const came = { id: "came", at: clock.now(), ticker: AAPL, shares: 12 };
    befall(venue, { kind: "shares-journal", ...came }, clock.now());
    await clock.pass(2 * MINUTE_MS);
    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 12 }]);
    const told = { at: clock.now(), ticker: AAPL };
    const late = { lateMs: 3 * MINUTE_MS };
    const split = { before: shares(12), after: NO_SHARES, ratio: { from: 20, to: 1 } };
    befall(venue, { kind: "split", id: "split", ...told, ...split }, told.at, late);
    const cash = { id: "cash", amount: dollars(1_200) };
    befall(venue, { kind: "cash-in-lieu", ...told, ...cash }, told.at, late);

    await clock.pass(2 * MINUTE_MS);
    const meanwhile = await storage.read.accounts.byId(accountId);
    expect(meanwhile).toMatchObject({ status: "active" });
    expect(meanwhile?.reductions?.map(({ because }) => because).toSorted()).toEqual([
      "cash-differs",
      "holdings-differ",
    ]);

    await clock.pass(2 * MINUTE_MS);
    const after = await storage.read.accounts.byId(accountId);
    expect(after).toMatchObject({ status: "active", cash: venue.cash });
    expect(after?.reductions).toBeUndefined();
    expect(await storage.read.positions.of(accountId)).toEqual([]);
    await inTime(world, process.stop());
  });
});

describe("parts of shares that were sold under a new name which is not told yet", () => {
  it("wait for the name, and the account goes on after all else was sold", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage, venue } = world;
    const process = world.start();
    await clock.pass(30_000);
    venue.buyElsewhere(AAPL, shares(1));
    venue.buyElsewhere(MSFT, shares(10));
    await clock.pass(5 * MINUTE_MS);
    const told = { at: clock.now(), ticker: AAPL };
    const name = { becomes: TSLA, before: shares(1), after: shares(1) };
    const late = { lateMs: 4 * MINUTE_MS };
    befall(venue, { kind: "name-change", id: "name", ...told, ...name }, told.at, late);
    const half = { parts: -ONE_SHARE / 2, price: price(1_000_000) };
    tradeParts(venue, { id: "half", at: told.at, ticker: TSLA, ...half });
    await clock.pass(1_000);
    const sell = { ticker: MSFT, side: "sell", quantity: shares(10) } as const;
    await inTime(world, placeOrder(process.needs)(manualDraft(world, sell)));

    await clock.pass(2 * MINUTE_MS);
    const meanwhile = await storage.read.accounts.byId(accountId);
    expect(meanwhile).toMatchObject({ status: "active" });
    expect(meanwhile?.reductions?.map(({ because }) => because).toSorted()).toEqual([
      "cash-differs",
      "holdings-differ",
    ]);

    await clock.pass(3 * MINUTE_MS);
    const after = await storage.read.accounts.byId(accountId);
    expect(after).toMatchObject({ status: "active", cash: venue.cash });
    expect(after?.reductions).toBeUndefined();
    expect(await storage.read.positions.of(accountId)).toEqual([]);
    await inTime(world, process.stop());
  });
});

describe("a buy and the sale of its shares, both taken back, of which the buy is told first", () => {
  it("hold the account back until both are told, and need nobody to look", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage, venue } = world;
    const process = world.start();
    await clock.pass(30_000);
    venue.buyElsewhere(MSFT, shares(10));
    await clock.pass(2 * MINUTE_MS);
    const sell = { ticker: MSFT, side: "sell", quantity: shares(10) } as const;
    await inTime(world, placeOrder(process.needs)(manualDraft(world, sell)));
    await clock.pass(2 * MINUTE_MS);
    const [bought, sold] = venue.executions.map(({ executionId }) => executionId);
    const at = clock.now();
    const sale = { id: "bust of the sale", at, executionId: sold! };
    befall(venue, { kind: "bust", ...sale }, at, { lateMs: 3 * MINUTE_MS });
    befall(venue, { kind: "bust", id: "bust of the buy", at, executionId: bought! }, at);

    await clock.pass(2 * MINUTE_MS);
    const meanwhile = await storage.read.accounts.byId(accountId);
    expect(meanwhile).toMatchObject({ status: "active" });
    expect(meanwhile?.reductions?.map(({ because }) => because)).toEqual(["cash-differs"]);

    await clock.pass(3 * MINUTE_MS);
    const told = await storage.read.accounts.byId(accountId);
    expect(told).toMatchObject({ status: "active", cash: venue.cash });
    expect(told?.reductions).toBeUndefined();
    await inTime(world, process.stop());
  });
});
