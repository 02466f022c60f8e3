import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { begun, ignoringCancels, saleOf } from "../../testing/emergency-sale.ts";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
} from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";

/** Five seconds before a Wednesday's close in New York. */
const BEFORE_CLOSE = instant(Date.UTC(2026, 2, 11, 19, 59, 55));

it("sells before the close, whatever order of another symbol has not ended by then", async () => {
  const world = await openTestWorld({
    automationEnabled: false,
    calendar: NYSE_CALENDAR,
    startsAt: instant(BEFORE_CLOSE - 5_000),
  });
  await holdShares(world, AAPL, 12, true);
  const process = world.open();
  const buy = { ticker: MSFT, quantity: shares(1), limit: price(10_000) };
  await inTime(world, placeOrder(process.needs)(manualDraft(world, buy)));
  await world.clock.pass(Math.max(0, BEFORE_CLOSE - world.clock.now()));

  const { id } = await begun(world, { ...process, needs: ignoringCancels(process.needs) });
  await world.clock.pass(60_000);

  expect(await saleOf(world, id)).toMatchObject({
    items: [{ ticker: AAPL, state: "sold", sold: 12 }],
  });
});
