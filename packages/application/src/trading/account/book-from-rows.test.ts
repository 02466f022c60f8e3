import { bps } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { automatedDraft, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { readAccountRows } from "./account-rows.ts";
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
});
