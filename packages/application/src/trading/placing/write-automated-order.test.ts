import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { haltsOf } from "../../testing/exchange-halts.ts";
import {
  AAPL,
  automatedDraft,
  holdShares,
  inTime,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { writeAutomatedOrder } from "./write-automated-order.ts";

describe("an order of the worker's", () => {
  it("is not written while its account is paused", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const draft = await automatedDraft(world, process);
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (row) => ({ ...row, status: "disabled" })),
    );

    const written = await inTime(world, writeAutomatedOrder(process.needs)(draft));

    expect(written).toMatchObject({ answer: { refusal: { kind: "account-not-active" } } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied" }]);
  });

  it("is not written once the session it was decided in has closed, but for after hours", async () => {
    // A Wednesday, five seconds before 16:00 in New York.
    const startsAt = instant(Date.UTC(2026, 2, 11, 19, 59, 55));
    for (const allowAfterHours of [false, true])
      for (const limit of [undefined, 990_000 as Price]) {
        const world = await openTestWorld({
          calendar: NYSE_CALENDAR,
          startsAt,
          limits: { allowAfterHours },
        });
        const process = world.open();
        const limited = limit === undefined ? {} : { limit };
        const draft = await automatedDraft(world, process, limited);
        await world.clock.pass(6_000);

        const written = await inTime(world, writeAutomatedOrder(process.needs)(draft));

        const isRight = allowAfterHours && limit !== undefined;
        expect(written, `${allowAfterHours} ${limit}`).toMatchObject(
          isRight ? { kind: "to-send" } : { answer: { refusal: { kind: "market-closed" } } },
        );
      }
  });

  it("B18: is not written in a symbol that its exchange halted since the decision", async () => {
    const world = await openTestWorld();
    await holdShares(world, MSFT, 10, true);
    const process = world.open();
    for (const [ticker, side] of [
      [AAPL, "buy"],
      [MSFT, "sell"],
    ] as const) {
      const draft = await automatedDraft(world, process, { ticker, side });
      const halts = haltsOf(ticker, world.clock.now());
      const needs = { ...process.needs, prices: { ...process.needs.prices, halts } };

      const written = await inTime(world, writeAutomatedOrder(needs)(draft));

      expect(written, side).toMatchObject({
        answer: { refusal: { kind: "exchange-halt", ticker } },
      });
    }
    expect((await ordersOf(world)).every(({ status }) => status === "denied")).toBe(true);
  });
});
