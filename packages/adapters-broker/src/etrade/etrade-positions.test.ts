import { expect, it } from "vitest";
import type { EtradeLine } from "./etrade-line.ts";
import { positionRows, sharesIn } from "./etrade-positions.ts";
import { PORTFOLIO } from "./recordings/answers.ts";

it.each(["totalPages", "totalNoOfPages"])("reads holdings to the last of its %s", async (name) => {
  const [held] = PORTFOLIO.PortfolioResponse.AccountPortfolio[0]!.Position;
  const read: EtradeLine["read"] = async ({ query }) => {
    const Product = { symbol: `PAGE${query?.pageNumber === 1 ? "A" : "B"}`, securityType: "EQ" };
    const AccountPortfolio = [{ [name]: 2, Position: [{ ...held, Product }] }];
    return { kind: "ok", body: { PortfolioResponse: { AccountPortfolio } } };
  };

  const rows = await positionRows({ read } as EtradeLine, async () => "/v1/accounts/key");

  expect(sharesIn(rows).map(({ ticker }) => ticker)).toEqual(["PAGEA", "PAGEB"]);
});
