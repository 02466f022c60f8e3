import { describe, expect, it } from "vitest";
import { FAR_PERCENT, farLimitText } from "./far-limit.ts";

const buy = (limitPrice: number | null | undefined) =>
  ({ orderType: "limit", side: "buy", limitPrice }) as const;
const sell = (limitPrice: number) => ({ orderType: "limit", side: "sell", limitPrice }) as const;

describe("a limit far on the wrong side of the price", () => {
  it("is said with its distance and what it lets through", () => {
    expect(farLimitText(buy(150), 100)).toMatch(
      /^This limit is about 50% above the price: .* at as much as \$150\.00 a share\./,
    );
    expect(farLimitText(sell(1), 100)).toMatch(
      /^This limit is about 99% below the price: .* at as little as \$1\.00 a share\./,
    );
  });

  it("is none where it waits for a better price, or lies near", () => {
    for (const draft of [buy(1), sell(900), buy(100 + FAR_PERCENT), sell(100 - FAR_PERCENT)])
      expect(farLimitText(draft, 100)).toBeUndefined();
    expect(farLimitText(buy(100 + FAR_PERCENT + 0.01), 100)).toBeDefined();
    expect(farLimitText(sell(100 - FAR_PERCENT - 0.01), 100)).toBeDefined();
  });

  it("is not spoken of where there is no limit or no price", () => {
    expect(farLimitText(buy(900), undefined)).toBeUndefined();
    expect(farLimitText(buy(900), 0)).toBeUndefined();
    for (const none of [undefined, null, Number.NaN, 0])
      expect(farLimitText(buy(none), 100)).toBeUndefined();
    expect(farLimitText({ ...buy(900), orderType: "market" }, 100)).toBeUndefined();
  });
});
