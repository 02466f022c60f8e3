import { instant } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { attachedAccount } from "../testing/attached-account.ts";
import { someFill, someOrder, somePosition } from "../testing/storage-rows.ts";
import { AAPL } from "../testing/trading-world.ts";
import { absorbFill } from "./absorb-fill.ts";

describe("a fill of more than the book holds", () => {
  it("leaves the book as it is, and says that it has to be made anew of the rows", async () => {
    const { followed, see, world } = await attachedAccount();
    see(100);
    const before = structuredClone({ ...followed.book });
    const { accountId } = world;

    const isAbsorbed = absorbFill(followed, {
      kind: "booked",
      fill: someFill(accountId, { ticker: AAPL, side: "sell", quantity: shares(10) }),
      order: someOrder(accountId, { origin: "automated", side: "sell" }),
      position: somePosition(accountId, 5),
      account: followed.account,
      trail: {
        ticker: AAPL,
        high: price(1),
        low: price(1),
        last: price(1),
        since: instant(1),
        coolDownUntil: instant(0),
        version: 1,
      } as never,
    });

    expect(isAbsorbed).toBe(false);
    expect({ ...followed.book }).toEqual(before);
  });
});
