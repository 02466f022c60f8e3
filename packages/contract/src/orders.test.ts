import { describe, expect, it } from "vitest";
import { OrderTicket } from "./orders.ts";

const TICKET = { symbol: "AAPL", side: "buy", orderType: "market" };

/** The shares that are read, or the sentence that refuses them. */
const read = (quantity: unknown) => {
  const checked = OrderTicket.safeParse({ ...TICKET, quantity });
  return checked.success ? checked.data.quantity : checked.error.issues[0]?.message;
};

describe("the quantity of a ticket", () => {
  it("is a number, also where it is sent as text", () => {
    expect([2, "2", "10", "10000"].map(read)).toEqual([2, 2, 10, 10_000]);
  });

  const UNREAD = [
    "",
    " 2 ",
    "2.5",
    "1e3",
    "0x10",
    "-2",
    "+2",
    "02",
    "1,000",
    "\u0662",
    true,
    [2],
    ["2"],
    null,
    undefined,
    2.5,
    Number.NaN,
  ];
  it.each(UNREAD.map((given) => [given]))("is not read from %j", (given) => {
    expect(read(given)).toBe("Quantity must be a whole number");
  });

  it("has the same bounds as text", () => {
    expect([0, "0"].map(read)).toEqual(Array(2).fill("Quantity must be at least 1"));
    const tooMany = [10_001, "10001", 9_007_199_254_740_992, "9007199254740993", "9".repeat(400)];
    for (const given of tooMany) expect(read(given)).toBe("Quantity must be at most 10,000");
    expect([-1, -1e300].map(read)).toEqual(Array(2).fill("Quantity must be at least 1"));
  });
});
