import type { BrokerNotice } from "@sevenfold/application/ports/broker";
import { instant } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import { etradeNotices, openBell } from "./etrade-notices.ts";
import { type OrderReading, orderFromWire } from "./etrade-order-mapping.ts";
import { OrderWire } from "./etrade-wire.ts";
import { EXECUTED_ORDER } from "./recordings/answers.ts";

const READ_AT = instant(1_584_480_000_000);

const priced = (averageExecutionPrice: number | undefined): OrderReading => {
  const wire = structuredClone(EXECUTED_ORDER);
  Object.assign(wire.OrderDetail[0]!.Instrument[0]!, { averageExecutionPrice });
  return orderFromWire(OrderWire.parse(wire), READ_AT)!;
};

it("tells a fill once its price is told, which was later than that it had traded", async () => {
  const looks = [priced(undefined), priced(undefined), priced(200), priced(200)];
  const ending = new AbortController();
  const told: BrokerNotice[] = [];
  const watch = {
    async read() {
      const next = looks.shift();
      if (!next) ending.abort();
      return next ? [next] : [];
    },
    pollMs: { working: 1, quiet: 1 },
    bell: openBell(),
  };
  for await (const notice of etradeNotices(watch, ending.signal)) told.push(notice);

  expect(told).toMatchObject([
    { kind: "connected" },
    { kind: "execution", execution: { executionId: "674:10", price: 2_000_000 } },
    { kind: "order", report: { state: "filled" } },
  ]);
});
