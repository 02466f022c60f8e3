import { instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { orderAt } from "./testing/etrade-on-loopback.ts";
import { openBehindLine } from "./testing/opened-etrade.ts";

describe("an order whose placing got no answer", () => {
  it("is unknown, and never placed again", async () => {
    const { broker, line, paper } = await openBehindLine();
    line.cutAfter = (path) => path.endsWith("/orders/place");

    expect((await broker.submit(orderAt(START, { limit: price(10_000) }))).kind).toBe("unknown");

    expect(line.calls.filter((path) => path.endsWith("/orders/place"))).toHaveLength(1);
    expect(await paper.broker.ordersSince(START)).toHaveLength(1);
  });

  it("B25: was not sent where the preview went stale, so that it is asked again whether it is right", async () => {
    const { broker, line, paper } = await openBehindLine();
    let isFirst = true;
    line.before = (path) => {
      if (!path.endsWith("/orders/place") || !isFirst) return;
      isFirst = false;
      // The minutes a preview is good for, and some.
      paper.exchange.moveTo(instant(paper.exchange.now() + 200_000));
    };

    const order = orderAt(START, { limit: price(10_000) });
    expect(await broker.submit(order)).toEqual({
      kind: "not-sent",
      message: "E*TRADE's preview went stale before the order was placed.",
    });
    expect(await paper.broker.ordersSince(START)).toEqual([]);
    expect((await broker.submit(order)).kind).toBe("accepted");
    expect(line.calls.filter((path) => path.endsWith("/orders/preview"))).toHaveLength(2);
    expect(await paper.broker.ordersSince(START)).toHaveLength(1);
  });
});

describe("an order whose preview got no answer", () => {
  it("was not sent, and is sent under the same key once E*TRADE answers", async () => {
    const { broker, line, paper } = await openBehindLine();
    line.cutAfter = (path) => path.endsWith("/orders/preview");
    const order = orderAt(START, { limit: price(10_000) });

    expect(await broker.submit(order)).toEqual({
      kind: "not-sent",
      message: "The connection to E*TRADE was lost.",
    });
    expect(line.calls.filter((path) => path.endsWith("/orders/place"))).toEqual([]);
    expect(await paper.broker.ordersSince(START)).toEqual([]);

    line.cutAfter = () => false;
    expect((await broker.submit(order)).kind).toBe("accepted");
    expect(await paper.broker.ordersSince(START)).toHaveLength(1);
  });

  it("was not sent at a later attempt either: none is made after one that may have left", async () => {
    const { broker, line } = await openBehindLine();
    line.cutAfter = (path) => path.endsWith("/orders/preview");

    expect((await broker.submit(orderAt(START, { attempts: 2 }))).kind).toBe("not-sent");
  });
});
