import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { SaleItem } from "../ports/stores/sale-store.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { AAPL, NOON, NVDA, nextKey, nextUuid, seed, someOrder } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readSale } from "./read-sale.ts";

/** A sale as its runner left it: AAPL sent, NVDA not yet; AAPL's order was filled meanwhile. */
async function saleLeftBehind(aapl: Partial<SaleItem> = {}) {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage);
  const clientKey = nextKey();
  const filled = shares(10);
  await oneByOne(storage).orders.add(
    someOrder(account.id, { clientKey, side: "sell", status: "filled", filled }),
  );
  const none = shares(0);
  const sale = {
    id: nextUuid(),
    kind: "sell-all",
    cancels: [],
    accountId: account.id,
    userId: user.id,
    requestKey: nextUuid(),
    startedAt: NOON,
    items: [
      { ticker: AAPL, shares: filled, sold: none, state: "submitted", clientKey, ...aapl },
      { ticker: NVDA, shares: filled, sold: none, state: "pending" },
    ],
  } as const;
  await storage.transact(({ sales }) => sales.add(sale));
  return { storage, id: sale.id };
}

describe("readSale", () => {
  it("says of each holding what its order says now", async () => {
    const { storage, id } = await saleLeftBehind();

    expect((await readSale({ storage })(id))?.items).toMatchObject([
      { ticker: AAPL, state: "sold", sold: 10 },
      { ticker: NVDA, state: "pending", sold: 0 },
    ]);
  });

  it("leaves what is final as it was written down", async () => {
    const { storage, id } = await saleLeftBehind({ state: "failed", message: "Given up." });

    expect((await readSale({ storage })(id))?.items[0]).toMatchObject({
      state: "failed",
      message: "Given up.",
    });
  });

  it("knows nothing of a sale there is not", async () => {
    expect(await readSale({ storage: inMemoryStorage() })(nextUuid())).toBeUndefined();
  });
});
