import * as market from "@sevenfold/contract/market";
import * as orders from "@sevenfold/contract/orders";
import * as portfolio from "@sevenfold/contract/portfolio";
import * as signIn from "@sevenfold/contract/sign-in";
import * as watchlist from "@sevenfold/contract/watchlist";
import * as worker from "@sevenfold/contract/worker";
import { describe, expect, it } from "vitest";
import * as lines from "./lines.ts";

const contract: Record<string, unknown> = {
  ...market,
  ...orders,
  ...portfolio,
  ...signIn,
  ...watchlist,
  ...worker,
};

describe("the browser's lines", () => {
  it.each(Object.entries(lines))("call %s as the contract says it", (name, line) => {
    expect(contract[name]).toMatchObject({ method: line.method, path: line.path });
  });
});
