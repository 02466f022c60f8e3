import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { someFill } from "@sevenfold/application/testing/storage-rows";
import type { Ticker } from "@sevenfold/domain/market";
import { type Money, money, type Price, shares } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };

describe("checking an order", () => {
  it("says that it would be sent, and neither writes nor sends it", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    for (const _ of [1, 2])
      expect((await browser.post("/api/orders/check", BUY)).json).toEqual({
        problem: null,
        warnings: [],
      });
    expect(world.broker.received).toEqual([]);
    expect((await browser.get("/api/orders")).json).toEqual([]);
  });

  it("gives the words that placing it is refused with", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    for (const order of [
      { ...BUY, quantity: 9_999 },
      { ...BUY, side: "sell" },
      { ...BUY, symbol: "ZZZZZ" },
    ]) {
      const { json } = await browser.post("/api/orders/check", order);
      const placed = await browser.post("/api/orders", order);

      expect(placed.status).toBeGreaterThanOrEqual(400);
      expect(json.problem).toMatchObject(placed.json);
    }
  });

  it("warns of the account's own limits as placing it does", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const large = { ...BUY, quantity: 70 };

    const { json } = await browser.post("/api/orders/check", large);

    expect(json.problem).toBeNull();
    expect(json.warnings).not.toEqual([]);
    expect((await browser.post("/api/orders", large)).json.warnings).toEqual(json.warnings);
  });

  it("checks the ticket as placing it does", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.post("/api/orders/check", { ...BUY, quantity: 0 })).toMatchObject({
      status: 400,
      json: { code: "invalid-request" },
    });
  });
});

describe("trades", () => {
  it("say why the worker traded, and nothing of a person's reasons", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const accountId = await accountOf(world.storage, user);
    const now = world.needs.clock.now();
    const decided = { price: units(118.2), reference: units(123.25), trigger: units(118.32) };
    await world.storage.transact(async ({ fills, decisions }) => {
      await decisions.add([
        {
          accountId,
          ticker: "AAPL" as Ticker,
          at: now,
          verdict: "entered",
          reason: "trail-drop",
          settingsVersion: 1,
          ...decided,
        },
      ]);
      const common = { at: now, fee: dollars(0.02), quantity: shares(10), price: units(118.2) };
      await fills.add(someFill(accountId, { ...common, reason: "trail-drop", executionId: "e1" }));
      await fills.add(
        someFill(accountId, {
          ...common,
          side: "sell",
          realized: dollars(-1.5),
          executionId: "e2",
        }),
      );
    });

    const trades = (await browser.get("/api/trades")).json;

    const bought = trades.find(({ id }: { readonly id: string }) => id === "e1");
    const sold = trades.find(({ id }: { readonly id: string }) => id === "e2");
    expect(bought).toMatchObject({
      side: "BUY",
      price: 118.2,
      total: 1_182,
      fees: 0.02,
      realizedPL: null,
      origin: "automated",
      reason: "Bought because $118.20 is 4.1% below the high of $123.25 (trigger $118.32).",
    });
    expect(sold).toMatchObject({
      side: "SELL",
      realizedPL: -1.5,
      origin: "external",
      reason: null,
    });
  });
});

const units = (each: number) => Math.round(each * 10_000) as Price;
const dollars = (amount: number): Money => money(Math.round(amount * 10_000));
const accountOf = async (storage: Storage, user: User): Promise<string> =>
  (await storage.read.accounts.selectedOf(user.id))!.id;
