import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { orderFromWire } from "./etrade-order-mapping.ts";
import { OrderWire } from "./etrade-wire.ts";
import * as answers from "./recordings/answers.ts";

const READ_AT = instant(1_584_480_000_000);

describe("orders from E*TRADE of which a part has executed", () => {
  const read = (wire: unknown) => orderFromWire(OrderWire.parse(wire), READ_AT);

  it.each([
    ["wait for the rest", { executedTime: READ_AT - 60_000 }, "filled"],
    ["have ended after a minute", { executedTime: READ_AT - 60_001 }, "canceled"],
    ["have ended where the time of it is left out", { executedTime: undefined }, "canceled"],
    ["have ended where that is yet to come", { executedTime: READ_AT * 2 }, "canceled"],
  ])("that are called executed %s", (_, times, state) => {
    for (const status of ["EXECUTED", "DONE_TRADE_EXECUTED"]) {
      const part = structuredClone(answers.EXECUTED_ORDER);
      Object.assign(part.OrderDetail[0]!, { status }, times);
      Object.assign(part.OrderDetail[0]!.Instrument[0]!, { filledQuantity: 4 });

      expect(read(part)).toMatchObject({
        report: { state, quantity: 10, filled: 4 },
        execution: { quantity: 4 },
      });
    }
  });

  it.each([
    ["OPEN", "working"],
    ["HELD_FOR_REVIEW", "suspended"],
    ["", "suspended"],
    ["CANCELLED", "canceled"],
  ])(
    "stand as their part that has not ended does: %j beside one that has executed",
    (status, state) => {
      const [executed] = structuredClone(answers.EXECUTED_ORDER.OrderDetail);
      const [row] = executed!.Instrument;
      const partOf = (change: object, instrument: object) => ({
        ...{ ...executed, ...change },
        Instrument: [{ ...row, ...instrument }],
      });
      const OrderDetail = [
        partOf({}, { orderedQuantity: 4, filledQuantity: 4 }),
        partOf({ status }, { orderedQuantity: 6, filledQuantity: 0 }),
      ];

      expect(read({ ...answers.EXECUTED_ORDER, OrderDetail })?.report).toMatchObject({
        ...{ state, quantity: 10, filled: 4 },
      });
    },
  );
});
