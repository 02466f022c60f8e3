import { price } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { EXECUTED_ORDER } from "./recordings/answers.ts";
import { orderAt } from "./testing/etrade-on-loopback.ts";
import { openBehindLine } from "./testing/opened-etrade.ts";

/** An order that rests and was seen to; every look counts how often it was asked for by its number. */
async function seenOpen() {
  const { broker, line } = await openBehindLine();
  await broker.submit(orderAt(START, { limit: price(10_000) }));
  await broker.executionsSince(START);
  const NOTHING = { status: 204, body: "" };
  return {
    executions: () => broker.executionsSince(START),
    find: (origin: "external" | "manual") =>
      broker.find(orderAt(START, { brokerOrderId: "1", origin })),
    /** The list shows it no more, and its number shows it like this. */
    isShown(status: string, filled: object) {
      const [detail] = EXECUTED_ORDER.OrderDetail;
      const [instrument] = detail!.Instrument;
      const Instrument = [{ ...instrument, ...filled }];
      const order = { ...EXECUTED_ORDER, orderId: 1 };
      const Order = [{ ...order, OrderDetail: [{ ...detail, status, Instrument }] }];
      const body = JSON.stringify({ OrdersResponse: { Order } });
      line.instead = (path) => {
        if (path.endsWith("/orders/1")) return { status: 200, body };
        return path.includes("/orders") ? NOTHING : undefined;
      };
    },
    /** The list shows it no more, and E*TRADE refuses to tell of its number. */
    untold() {
      const body = JSON.stringify({ Error: { code: 100, message: "There is no such order." } });
      line.instead = (path) => {
        if (path.endsWith("/orders/1")) return { status: 400, body };
        return path.includes("/orders") ? NOTHING : undefined;
      };
    },
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

it("reads the account on where E*TRADE refuses to tell of such an order", async () => {
  const { asked, executions, untold } = await seenOpen();
  untold();
  await expect(executions()).resolves.toEqual([]);
  expect([await asked(), await asked(), await asked()]).toEqual([1, 1, 0]);
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

it("asks on for one that E*TRADE holds under a word that nobody knows", async () => {
  const { asked, isShown } = await seenOpen();
  isShown("HELD_FOR_REVIEW", { filledQuantity: 0 });
  expect([await asked(), await asked(), await asked(), await asked()]).toEqual([1, 1, 1, 1]);
});

it("reads the account on where such an order has traded a share dearer than any traded here", async () => {
  const { asked, executions, find, isShown } = await seenOpen();
  isShown("EXECUTED", { averageExecutionPrice: 750_000 });
  expect(await executions()).toEqual([]);
  expect(await asked()).toBe(0);
  expect(await find("external")).toBeUndefined();
  await expect(find("manual")).rejects.toThrow("cannot be read");
});
