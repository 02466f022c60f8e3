import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { crowdedOrders, type SentOrder } from "./crowded-orders.ts";

/** So many buys, a tenth of a second apart. */
const buys = (count: number, from = 0): SentOrder[] =>
  Array.from({ length: count }, (_, index) => ({
    clientKey: `BUY${from + index}`,
    side: "buy",
    createdAt: instant(from + 100 * index),
  }));

describe("crowdedOrders", () => {
  it("names each buy beyond thirty orders of a minute", () => {
    expect(crowdedOrders(buys(30), [])).toEqual([]);
    expect(crowdedOrders(buys(32), []).map(({ clientKey }) => clientKey)).toEqual([
      "BUY30",
      "BUY31",
    ]);
    expect(crowdedOrders([...buys(30), ...buys(1, 60_000)], [])).toEqual([]);
    expect(crowdedOrders([...buys(30), ...buys(1, 59_999)], [])).toHaveLength(1);
  });

  it("begins anew where the user has looked", () => {
    expect(crowdedOrders([...buys(30), ...buys(30, 5_000)], [4_000])).toEqual([]);
    expect(crowdedOrders([...buys(30), ...buys(31, 5_000)], [4_000])).toHaveLength(1);
  });

  it("judges one that waited until then among those after it, and counts it for none of them", () => {
    const [first, ...others] = buys(31) as [SentOrder, ...SentOrder[]];

    expect(crowdedOrders([{ ...first, arrivedAt: 4_500 }, ...others], [4_000])).toEqual([]);
    expect(crowdedOrders([{ ...first, arrivedAt: 3_500 }, ...others], [4_000])).toHaveLength(1);
    const after = buys(30, 5_000);
    expect(crowdedOrders([{ ...first, arrivedAt: 4_500 }, ...after], [4_000])).toEqual([]);
    const last = { ...first, arrivedAt: 8_500 };
    expect(crowdedOrders([last, ...after], [4_000])).toEqual([last]);
  });
});
