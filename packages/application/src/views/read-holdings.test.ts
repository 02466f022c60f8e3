import { NO_MONEY, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { stillPrices } from "../testing/still-prices.ts";
import { AAPL, after, dollars, NOON, NVDA, seed, someOrder } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readHoldings } from "./read-holdings.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };

async function holdingTwo(prices: Parameters<typeof stillPrices>[1]) {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage, { account: { cash: dollars(10_000) } });
  const common = { accountId: account.id, isManaged: true, updatedAt: NOON };
  await storage.transact(async (tables) => {
    await tables.positions.put({
      ...common,
      ticker: AAPL,
      quantity: shares(10),
      costBasis: dollars(1_900),
    });
    await tables.positions.put({
      ...common,
      ticker: NVDA,
      quantity: shares(3),
      costBasis: dollars(600),
    });
    await tables.orders.add(
      someOrder(account.id, { status: "working", reservedCash: dollars(2_500) }),
    );
    await tables.equity.add(account.id, [{ at: after(-1_000), equity: dollars(12_345) }]);
  });
  const needs = { clock, storage, prices: stillPrices(clock.now, prices) };
  const holdings = await readHoldings(needs)(user.id);
  if (!holdings.ok) throw new Error(holdings.refusal.kind);
  return holdings.value;
}

describe("readHoldings", () => {
  it("values every holding, and the account with them", async () => {
    const holdings = await holdingTwo({ AAPL: { price: 200 }, NVDA: { price: 150 } });

    expect(holdings).toMatchObject({
      cash: dollars(10_000),
      freeCash: dollars(7_500),
      equity: dollars(10_000 + 2_000 + 450),
    });
    expect(holdings.positions).toMatchObject([
      {
        ticker: AAPL,
        averageCost: 1_900_000,
        marketValue: dollars(2_000),
        unrealizedPercent: 5.2632,
      },
      { ticker: NVDA, unrealized: dollars(-150), unrealizedPercent: -25 },
    ]);
  });

  it("makes up no value where a price is unknown, whatever was recorded before", async () => {
    const holdings = await holdingTwo({ AAPL: { price: 200 } });

    expect(holdings.equity).toBeUndefined();
    expect(holdings.positions[1]).toMatchObject({
      ticker: NVDA,
      price: undefined,
      marketValue: undefined,
      unrealized: undefined,
      unrealizedPercent: undefined,
    });
  });

  it("never says that less than nothing is free", async () => {
    const storage = inMemoryStorage();
    const { user, account } = await seed(storage, { account: { cash: NO_MONEY } });
    await storage.transact(({ orders }) =>
      orders.add(someOrder(account.id, { status: "working", reservedCash: dollars(1) })),
    );
    const needs = { clock, storage, prices: stillPrices(clock.now, {}) };

    expect(await readHoldings(needs)(user.id)).toMatchObject({ value: { freeCash: 0 } });
  });

  it("is refused to who has no account", async () => {
    const needs = { clock, storage: inMemoryStorage(), prices: stillPrices(clock.now, {}) };

    expect(await readHoldings(needs)("nobody")).toEqual({
      ok: false,
      refusal: { kind: "account-not-found" },
    });
  });
});
