import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { AAPL, automatedDraft, drain, openTestWorld } from "../../testing/trading-world.ts";
import { openOrderLine } from "./order-line.ts";
import type { WriteNeeds } from "./write-automated-order.ts";

/** An account's line of orders, each turn of which waits until it is let through. */
async function heldLine() {
  const world = await openTestWorld({ tickers: [AAPL] });
  const process = world.open();
  const { needs } = process;
  const draft = await automatedDraft(world, process);
  const waiting: (() => void)[] = [];
  const storage: Storage = {
    read: needs.storage.read,
    async transact(work, options) {
      await new Promise<void>((letThrough) => waiting.push(letThrough));
      return needs.storage.transact(work, options);
    },
  };
  const own: WriteNeeds = { ...needs, storage };
  const line = openOrderLine(own);
  return {
    line,
    /** One more order that waits; what is decided again is found written, and is a turn all the same. */
    order: () => void line.write(own, draft),
    async letOneThrough() {
      waiting.shift()!();
      await drain();
    },
  };
}

/** What is in less of a hurry, and whether it may go on. */
function whenQuiet(line: { quiet(): Promise<void> }): { isQuiet: boolean } {
  const told = { isQuiet: false };
  void line.quiet().then(() => {
    told.isQuiet = true;
  });
  return told;
}

describe("what is in less of a hurry than orders", () => {
  it("goes on at once where none is being written", async () => {
    const { line, letOneThrough, order } = await heldLine();
    const before = whenQuiet(line);
    await drain();
    expect(before.isQuiet).toBe(true);

    order();
    await letOneThrough();
    const after = whenQuiet(line);
    await drain();
    expect(after.isQuiet).toBe(true);
  });

  it("lets the orders go first that are being written, and those that came meanwhile", async () => {
    const { line, letOneThrough, order } = await heldLine();
    order();
    await drain();
    const other = whenQuiet(line);
    order();
    await letOneThrough();
    order();
    await drain();
    expect(other.isQuiet).toBe(false);

    await letOneThrough();
    await letOneThrough();
    expect(other.isQuiet).toBe(true);
  });

  it("waits for no more than five turns of orders that do not end", async () => {
    const { line, letOneThrough, order } = await heldLine();
    order();
    await drain();
    const other = whenQuiet(line);
    for (let turn = 1; turn < 5; turn += 1) {
      order();
      await letOneThrough();
      expect(other.isQuiet).toBe(false);
    }
    order();
    await letOneThrough();
    expect(other.isQuiet).toBe(true);
  });
});
