import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { STOCKS } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";

import { AAPL, inTime, MSFT, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { automatedOf, chooseAutomatedSymbols } from "./automated-symbols.ts";

const WATCHED = STOCKS.map(({ ticker }) => ticker);

describe("the symbols the agent may enter", () => {
  it("are all watched ones, but for the Basic plan", () => {
    expect(automatedOf({}, WATCHED, [])).toEqual(WATCHED);
    expect(automatedOf({ plan: "premium" }, WATCHED, [])).toEqual(WATCHED);
    expect(automatedOf({ plan: "basic" }, WATCHED, [])).toEqual(WATCHED.slice(0, 25));
  });

  it("are those chosen, as long as they are watched", () => {
    const chosen = [WATCHED[60]!, WATCHED[3]!, "GONE" as Ticker];

    expect(automatedOf({ plan: "basic" }, WATCHED, chosen)).toEqual([WATCHED[3], WATCHED[60]]);
  });

  it("bind the worker at once, and leave exits alone", async () => {
    const world = await openTestWorld();
    const user = (await world.storage.read.users.byId(world.userId))!;
    const running = world.start();
    await world.clock.pass(2_000);
    const choose = chooseAutomatedSymbols(running.needs);
    expect(await inTime(world, choose(user, [MSFT]))).toMatchObject({ value: { tickers: [MSFT] } });
    const before = (await ordersOf(world)).length;
    await world.clock.pass(60 * MINUTE_MS);

    const later = (await ordersOf(world)).slice(0, -before || undefined);
    const entered = new Set(later.filter(({ side }) => side === "buy").map(({ ticker }) => ticker));
    expect([...entered]).toEqual([MSFT]);
    await inTime(world, running.stop());
  });

  it("cannot be more than the plan allows, nor unwatched", async () => {
    const world = await openTestWorld();
    const user = (await world.storage.read.users.byId(world.userId))!;
    const choose = chooseAutomatedSymbols(world.open().needs);
    const many = Array.from({ length: 26 }, () => AAPL);

    expect(await inTime(world, choose({ ...user, plan: "basic" }, many))).toEqual({
      ok: false,
      refusal: { kind: "too-many-symbols", max: 25 },
    });
    expect(await inTime(world, choose(user, ["ZZZZ"]))).toEqual({
      ok: false,
      refusal: { kind: "not-watched", ticker: "ZZZZ" },
    });
  });
});
