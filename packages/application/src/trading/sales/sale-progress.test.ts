import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { SaleItem } from "../../ports/stores/sale-store.ts";
import { AAPL, someOrder } from "../../testing/storage-rows.ts";
import { followed } from "./sale-progress.ts";

describe("a holding that is sold", () => {
  const item: SaleItem = { ticker: AAPL, shares: shares(10), sold: shares(0), state: "submitted" };
  const after = (filled: number) =>
    followed(
      item,
      someOrder("account", {
        ...{ side: "sell", quantity: shares(10), filled: shares(filled) },
        ...{ status: filled === 10 ? "filled" : "canceled", lastMessage: "Its day is over." },
      }),
    );

  it("is sold whole, in part or not at all, by what its order came to", () => {
    expect(after(10)).toMatchObject({ state: "sold", sold: 10 });
    expect(after(4)).toMatchObject({
      ...{ state: "partly-sold", sold: 4, message: "4 of 10 were sold. Its day is over." },
    });
    expect(after(0)).toMatchObject({ state: "failed", message: "Its day is over." });
  });
});
