import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import { AAPL, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { openNotes } from "./sale-notes.ts";

describe("what is noted of a sale", () => {
  it("leaves alone what another process has finished meanwhile", async () => {
    const { accountId, clock, storage, userId } = await openTestWorld();
    const item = (ticker: SaleItem["ticker"], state: SaleItem["state"]): SaleItem => ({
      ...{ ticker, state, shares: shares(5), sold: shares(state === "sold" ? 5 : 0) },
    });
    const sale: Sale = {
      ...{ id: "sale-1", kind: "sell-all", accountId, userId, requestKey: "k", cancels: [] },
      ...{ startedAt: clock.now(), items: [item(AAPL, "pending"), item(MSFT, "pending")] },
    };
    const items = [item(AAPL, "sold"), item(MSFT, "pending")];
    await storage.transact(({ sales }) => sales.add({ ...sale, items }));
    const notes = openNotes({ storage }, sale);

    await Promise.all([notes.add(item(AAPL, "submitted")), notes.add(item(MSFT, "submitted"))]);

    expect(notes.latest().items.map(({ state }) => state)).toEqual(["sold", "submitted"]);
  });
});
