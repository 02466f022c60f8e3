import { describe, expect, it } from "vitest";
import { wideQuoteText } from "./wide-quote.ts";

const market = (side: "buy" | "sell") => ({ orderType: "market", side }) as const;

describe("a wide quote", () => {
  it("is told with the side an order at market meets", () => {
    const wide = { bid: 97, ask: 103 };
    expect(wideQuoteText(wide, market("buy"))).toMatch(/6\.0% apart.*buys near the ask, \$103\.00/);
    expect(wideQuoteText(wide, market("sell"))).toMatch(/sells near the bid, \$97\.00/);
  });

  it("is nothing to an order with a limit, and a narrow one or none is nothing to any", () => {
    const limited = { orderType: "limit", side: "buy" } as const;
    expect(wideQuoteText({ bid: 97, ask: 103 }, limited)).toBeUndefined();
    for (const quote of [
      { bid: 99.5, ask: 100.5 },
      { bid: null, ask: 103 },
      { bid: 97, ask: null },
      { bid: 103, ask: 97 },
    ])
      expect(wideQuoteText(quote, market("buy"))).toBeUndefined();
  });
});
