import { price } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { orderAt } from "./testing/etrade-on-loopback.ts";
import { openBehindLine } from "./testing/opened-etrade.ts";

/** An order that rests and was seen to; every look counts how often it was asked for by its number. */
async function seenOpen() {
  const { broker, line } = await openBehindLine();
  await broker.submit(orderAt(START, { limit: price(10_000) }));
  await broker.executionsSince(START);
  const NOTHING = { status: 204, body: "" };
  return {
    gone: (isGone: boolean) => {
      line.instead = (path) => (isGone && path.includes("/orders") ? NOTHING : undefined);
    },
    async asked() {
      line.calls.length = 0;
      await broker.executionsSince(START);
      return line.calls.filter((path) => path.endsWith("/orders/1")).length;
    },
  };
}

it("asks three times for an order that it saw open and that is gone, and no more", async () => {
  const { asked, gone } = await seenOpen();
  gone(true);
  expect([await asked(), await asked(), await asked(), await asked()]).toEqual([1, 1, 1, 0]);
});

it("begins to count anew when the order is there again", async () => {
  const { asked, gone } = await seenOpen();
  gone(true);
  expect([await asked(), await asked()]).toEqual([1, 1]);
  gone(false);
  await asked();
  gone(true);
  expect([await asked(), await asked(), await asked(), await asked()]).toEqual([1, 1, 1, 0]);
});
