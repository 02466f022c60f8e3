import * as tokens from "@sevenfold/contract/api-tokens";
import * as brokers from "@sevenfold/contract/brokers";
import * as market from "@sevenfold/contract/market";
import * as orders from "@sevenfold/contract/orders";
import * as portfolio from "@sevenfold/contract/portfolio";
import * as settings from "@sevenfold/contract/settings";
import * as signIn from "@sevenfold/contract/sign-in";
import * as watchlist from "@sevenfold/contract/watchlist";
import * as worker from "@sevenfold/contract/worker";
import { describe, expect, it } from "vitest";
import * as lines from "./lines.ts";

const contract: Record<string, unknown> = {
  ...tokens,
  ...brokers,
  ...market,
  ...orders,
  ...portfolio,
  ...settings,
  ...signIn,
  ...watchlist,
  ...worker,
};

describe("the browser's lines", () => {
  it.each(Object.entries(lines))("call %s as the contract says it", (name, line) => {
    expect(contract[name]).toMatchObject({ method: line.method, path: line.path });
  });
});
