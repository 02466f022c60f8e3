import { MINUTE_MS } from "@sevenfold/domain/market";
import { bps } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { AAPL, automatedDraft, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { type AccountRows, readAccountRows } from "./account-rows.ts";
import { bookFromRows } from "./book-from-rows.ts";

describe("a book made from rows", () => {
  it("counts the entries of the last minute, so that a restart allows no more of them", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const { accountId, clock, storage } = world;
    await inTime(world, placeOrder(process.needs)(await automatedDraft(world, process)));
    const entries = async () => {
      const rows = (await readAccountRows(storage.read, accountId, clock.now()))!;
      return bookFromRows(rows, clock.now(), bps(300)).entryTimes.length;
    };

    expect(await entries()).toBe(1);
    await clock.pass(60_000);
    expect(await entries()).toBe(0);
  });

  it("cools down after a fill for as long as was set then, which is stored with its trail", async () => {
    const rows = await rowsAfterFill();
    const { at } = rows.recentFills[0]!;
    const cooledUntil = (known: AccountRows) =>
      bookFromRows(known, at, bps(300), [AAPL]).coolDownUntil[0]! - at;

    expect(cooledUntil(rows)).toBe(600_000);
    const longer = { ...rows.settings, limits: { ...rows.settings.limits, coolDownSec: 3_600 } };
    expect(cooledUntil({ ...rows, settings: longer })).toBe(600_000);
    expect(cooledUntil({ ...rows, settings: longer, trails: undefined })).toBe(3_600_000);
  });
});

/** As a worker finds them that begins after the first order of the rule was filled. */
async function rowsAfterFill(): Promise<AccountRows> {
  const world = await openTestWorld({ tickers: [AAPL] });
  const { accountId, clock, storage } = world;
  const process = world.start();
  let rows = await readAccountRows(storage.read, accountId, clock.now());
  for (let minute = 0; minute < 60 && rows!.recentFills.length === 0; minute += 1) {
    await clock.pass(MINUTE_MS);
    rows = await readAccountRows(storage.read, accountId, clock.now());
  }
  await inTime(world, process.stop());
  return rows!;
}
