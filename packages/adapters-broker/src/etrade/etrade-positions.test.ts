import { describe, expect, it } from "vitest";
import type { EtradeLine } from "./etrade-line.ts";
import { foreignHoldingsIn, positionRows, sharesIn } from "./etrade-positions.ts";
import { PORTFOLIO } from "./recordings/answers.ts";

const [HELD] = PORTFOLIO.PortfolioResponse.AccountPortfolio[0]!.Position;

/** What is read of a list with these pages. */
function rowsOf(...pages: readonly (readonly object[])[]) {
  const read: EtradeLine["read"] = async ({ query }) => {
    const Position = pages[Number(query?.pageNumber) - 1];
    const AccountPortfolio = [{ totalPages: pages.length, Position }];
    return { kind: "ok", body: { PortfolioResponse: { AccountPortfolio } } };
  };
  return positionRows({ read } as EtradeLine, async () => "/v1/accounts/key");
}

describe("E*TRADE's list of holdings", () => {
  it.each(["totalPages", "totalNoOfPages"])("is read to the last of its %s", async (name) => {
    const read: EtradeLine["read"] = async ({ query }) => {
      const symbol = `PAGE${query?.pageNumber === 1 ? "A" : "B"}`;
      const Product = { symbol, securityType: "EQ" };
      const Position = [{ ...HELD, positionId: symbol, Product }];
      const AccountPortfolio = [{ [name]: 2, Position }];
      return { kind: "ok", body: { PortfolioResponse: { AccountPortfolio } } };
    };

    const rows = await positionRows({ read } as EtradeLine, async () => "/v1/accounts/key");

    expect(sharesIn(rows).map(({ ticker }) => ticker)).toEqual(["PAGEA", "PAGEB"]);
  });

  const inCash = { ...HELD, positionId: 1, positionIndicator: "TYPE1" };
  const onMargin = { ...HELD, positionId: 2, positionIndicator: "TYPE2" };

  it.each([
    ["one page", [[inCash, onMargin]]],
    ["two pages", [[inCash], [onMargin]]],
  ])(
    "tells of shares in cash and of more of them on margin, on %s, as of one holding",
    async (_, pages) => {
      const cash = { quantity: 40.1, totalCost: 4000.07, marketValue: 4010.5 };
      const margin = { quantity: 60.2, totalCost: 6600.1, marketValue: 6020.25 };
      const of = new Map<unknown, object>([
        [inCash, cash],
        [onMargin, margin],
      ]);
      const rows = await rowsOf(
        ...pages.map((page) => page.map((row) => ({ ...row, ...of.get(row) }))),
      );

      expect(sharesIn(rows)).toEqual([
        { ticker: "AAPL", quantity: 100, costBasis: 106_001_700, fractionBillionths: 300_000_000 },
      ]);
      expect(foreignHoldingsIn(rows)).toEqual([
        { symbol: "AAPL", kind: "fraction", quantity: "0.3", value: 300_022 },
      ]);
    },
  );

  it("counts a holding once that two pages show", async () => {
    const rows = await rowsOf([inCash], [inCash]);

    expect(sharesIn(rows).map(({ quantity }) => quantity)).toEqual([20]);
  });

  it("keeps apart what is sold short, and what is an option on the same shares", async () => {
    const Product = { symbol: "AAPL", securityType: "OPTN", callPut: "CALL" };
    const rows = await rowsOf([
      inCash,
      { ...onMargin, positionType: "SHORT", quantity: -3 },
      { ...HELD, positionId: 3, Product, quantity: 2 },
    ]);

    expect(sharesIn(rows).map(({ quantity }) => quantity)).toEqual([20]);
    expect(foreignHoldingsIn(rows).map(({ quantity }) => quantity)).toEqual(["-3", "2"]);
  });

  it.each([0, 1])(
    "fails by the name of a holding of which part %i cannot be read",
    async (part) => {
      const both = [inCash, onMargin].map((row, index) =>
        index === part ? { ...row, totalCost: "unknown" } : row,
      );
      const rows = await rowsOf(both);

      expect(() => sharesIn(rows)).toThrow("E*TRADE's position in AAPL cannot be read.");
    },
  );
});
