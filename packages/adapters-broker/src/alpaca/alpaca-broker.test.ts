import { instant, type Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it, onTestFinished } from "vitest";
import { exchangeOnLoopback, openClient, START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import { hear, hostsOf, onExchange, order } from "./testing/opened-alpaca.ts";

describe("an Alpaca account on the built-in exchange", () => {
  it("accepts an order, tells its executions and reads them back under the same ids", async () => {
    const { broker, exchange } = await onExchange();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");

    const answer = await broker.submit(order({ quantity: shares(40) }));
    expect(answer.kind).toBe("accepted");
    // A partial fill leaves the rest to a later moment.
    await heard.until((notice) => {
      exchange.moveTo(instant(exchange.now() + 1_000));
      return notice.kind === "order" && notice.report.state === "filled";
    });

    const told = heard.all.flatMap((notice) =>
      notice.kind === "execution" ? [notice.execution] : [],
    );
    expect(told.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(40);
    const read = await broker.executionsSince(START);
    expect(read.map(({ executionId }) => executionId)).toEqual(
      told.map(({ executionId }) => executionId),
    );
    expect(await broker.positions()).toMatchObject([{ ticker: "AAPL", quantity: 40 }]);
    const spent = told.reduce((sum, { price: each, quantity }) => sum + each * quantity, 0);
    expect((await broker.account()).cash).toBe(1_000_000_000 - spent);
  });

  it("says once that its keys are refused, by the stream and by reads", async () => {
    const exchange = await exchangeOnLoopback();
    onTestFinished(() => exchange.close());
    const { keyId } = await openClient(exchange.url);
    const broker = alpacaBroker(hostsOf(exchange.url, { keyId, secretKey: "another" }));
    const heard = hear(broker);

    await heard.until((notice) => notice.kind === "disconnected");

    expect(heard.all).toEqual([
      {
        kind: "disconnected",
        message: "The broker does not accept these keys.",
        areKeysRefused: true,
      },
    ]);
    await expect(broker.account()).rejects.toMatchObject({ reason: "credentials" });
  });

  it("counts the same order sent twice as one that is already there", async () => {
    const { broker } = await onExchange();
    const first = await broker.submit(order({}));
    const again = await broker.submit(order({ attempts: 2 }));

    expect(again).toEqual(first);
    expect(await broker.ordersSince(instant(START - 1_000))).toHaveLength(1);
  });

  it("says why the venue refuses, in the venue's words", async () => {
    const { broker } = await onExchange();
    expect(await broker.submit(order({ quantity: shares(9_000) }))).toMatchObject({
      kind: "rejected",
      cause: "funds",
      message: expect.stringContaining("insufficient buying power"),
    });
    expect(await broker.submit(order({ side: "sell" }))).toMatchObject({
      kind: "rejected",
      cause: "shares",
    });
    expect(await broker.submit(order({ ticker: "ZZZZ" as Ticker }))).toMatchObject({
      kind: "rejected",
      cause: "symbol",
    });
  });

  it("finds an order by our key, cancels it, and knows none under another key", async () => {
    const { broker } = await onExchange();
    const resting = order({ limit: price(10_000) });
    const answer = await broker.submit(resting);
    if (answer.kind !== "accepted") throw new Error(answer.message);
    const sent = { ...resting, brokerOrderId: answer.brokerOrderId };

    expect(await broker.find(sent)).toMatchObject({ state: "working", limit: 10_000 });
    expect(await broker.cancel(sent)).toBe("requested");
    expect(await broker.find(sent)).toMatchObject({ state: "canceled", filled: 0 });
    expect(await broker.cancel(sent)).toBe("too-late");
    expect(await broker.find(order({ clientKey: "B".repeat(20) }))).toBeUndefined();
  });

  it("finds an order of others by the venue's number of it, for our key is none there", async () => {
    const { broker } = await onExchange();
    const answer = await broker.submit(order({ limit: price(10_000) }));
    if (answer.kind !== "accepted") throw new Error(answer.message);
    const { brokerOrderId } = answer;
    const theirs = order({ clientKey: "B".repeat(20), origin: "external" });

    expect(await broker.find({ ...theirs, brokerOrderId })).toMatchObject({ state: "working" });
    expect(await broker.find({ ...theirs, brokerOrderId: "none" })).toBeUndefined();
  });

  it("finds one that stands in the place of ours by its number, and tells of which", async () => {
    const { broker, client, exchange } = await onExchange();
    const answer = await broker.submit(order({ limit: price(10_000) }));
    if (answer.kind !== "accepted") throw new Error(answer.message);
    // One that was not routed yet is never replaced.
    exchange.moveTo(instant(exchange.now() + 2_000));
    await expect
      .poll(async () => (await client.get(`/v2/orders/${answer.brokerOrderId}`)).body.status)
      .toBe("new");
    const { body } = await client.patch(`/v2/orders/${answer.brokerOrderId}`, {
      limit_price: "2.00",
    });

    const successor = { state: "working", limit: 20_000, replaces: answer.brokerOrderId };
    const brokerOrderId = String(body.id);
    expect(await broker.find(order({ clientKey: "B".repeat(20), brokerOrderId }))).toMatchObject(
      successor,
    );
    expect(await broker.ordersSince(instant(START - 1_000))).toMatchObject([
      { brokerOrderId: answer.brokerOrderId, state: "canceled" },
      successor,
    ]);
  });
});
