import { describe, expect, it } from "vitest";
import { haltsOf } from "../../testing/exchange-halts.ts";
import {
  AAPL,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
} from "../../testing/trading-world.ts";
import { busyFor, sendingOf } from "../../testing/written-order.ts";
import { writeManualOrder } from "../placing/write-manual-order.ts";
import { sendOrder } from "./send-order.ts";

describe("an order that did not leave", () => {
  it("B18: is not sent once its symbol was halted while it waited, but for a sale by hand", async () => {
    for (const side of ["buy", "sell"] as const) {
      const world = await openTestWorld();
      const { needs: sound } = world.open();
      await holdShares(world, AAPL, 10, true);
      const written = await inTime(world, writeManualOrder(sound)(manualDraft(world, { side })));
      if (written.kind !== "to-send") throw new Error("the order was not written");
      const halts = haltsOf(AAPL, world.clock.now());
      const needs = { ...sound, prices: { ...sound.prices, halts } };
      const busy = await busyFor(world, needs, 1, 9_000);

      const sent = await inTime(
        world,
        sendOrder(needs)(busy.broker, sendingOf(world, written.order)),
      );

      expect(sent).toMatchObject(
        side === "sell" ? { ok: true } : { refusal: { kind: "exchange-halt", hasResumed: false } },
      );
    }
  });
});
