import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, NO_SHARES, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  accountFromWire,
  executionFromActivity,
  executionFromUpdate,
  isDuplicateKey,
  orderFromWire,
  orderToWire,
  positionFromWire,
  refusalFrom,
} from "./alpaca-mapping.ts";
import { barFromWire, printFromWire, quoteFromWire } from "./alpaca-market-mapping.ts";
import {
  AccountWire,
  BarWire,
  FillActivityWire,
  OrderWire,
  PositionWire,
  QuoteWire,
  TradeUpdateWire,
  TradeWire,
} from "./alpaca-wire.ts";
import * as answers from "./recordings/answers.ts";

const SUBMITTED = instant(Date.parse("2026-10-08T14:21:09.527Z"));

describe("answers from Alpaca", () => {
  it("tell the account, and whether it may trade", () => {
    const read = (change: object) =>
      accountFromWire(AccountWire.parse({ ...answers.ACCOUNT, ...change }));

    expect(read({})).toEqual({
      accountNumber: "PA3ALX4NGLN0",
      cash: 98_741_300,
      equity: 102_504_000,
      buyingPower: 400_016_000,
      canTrade: true,
    });
    for (const change of [
      { status: "ONBOARDING" },
      { status: "ACCOUNT_CLOSED" },
      { trading_blocked: true },
      { account_blocked: true },
      { trade_suspended_by_user: true },
    ])
      expect(read(change)?.canTrade).toBe(false);
    expect(read({ cash: "many" })).toBeUndefined();
  });

  it("tell a position with its exact cost, and the part of a share beside it", () => {
    const read = (change: object) =>
      positionFromWire(PositionWire.parse({ ...answers.POSITION, ...change }));

    expect(read({})).toEqual({
      ticker: "AAPL",
      quantity: 15,
      costBasis: 21_795_000,
      fractionBillionths: 0,
    });
    expect(read({ qty: "15.557436865" })).toMatchObject({
      quantity: 15,
      fractionBillionths: 557_436_865,
    });
    // An average of sixteen decimals, times parts of shares.
    expect(read({ cost_basis: "2179.4999999999999999999999985" })).toMatchObject({
      costBasis: 21_795_000,
    });
    expect(read({ side: "short", qty: "-15" })).toBeUndefined();
  });

  it("tell an order in every status there is, and keep unknown ones open", () => {
    const states = Object.fromEntries(
      STATUSES.map((status) => [
        status,
        orderFromWire(OrderWire.parse({ ...answers.ORDER, status }))?.state,
      ]),
    );

    expect(states).toEqual({
      ...Object.fromEntries(WORKING.map((status) => [status, "working"])),
      ...{ filled: "filled", canceled: "canceled", replaced: "canceled" },
      ...{ expired: "expired", rejected: "rejected" },
      ...Object.fromEntries(UNCERTAIN.map((status) => [status, "suspended"])),
    });
    expect(orderFromWire(OrderWire.parse(answers.ORDER))).toEqual({
      brokerOrderId: answers.ORDER.id,
      clientKey: "AAAAAAAAAAAAAAAAAAAA",
      ticker: "AAPL",
      side: "buy",
      quantity: 15,
      limit: 1_453_000,
      extendedHours: false,
      state: "working",
      filled: 0,
      submittedAt: SUBMITTED,
    });
  });

  it("tell no stop of one that trails: its price is another tomorrow", () => {
    const read = (type: string) =>
      orderFromWire(OrderWire.parse({ ...answers.ORDER, type, stop_price: "140.5" }))?.stop;

    expect(read("stop")).toBe(1_405_000);
    expect(read("stop_limit")).toBe(1_405_000);
    expect(read("trailing_stop")).toBeUndefined();
  });

  it("tell one execution under one id, on the stream and in the list, whatever its offset", () => {
    const told = executionFromUpdate(TradeUpdateWire.parse(answers.TRADE_UPDATE));
    const { clientKey, ...listed } = told!;

    expect(executionFromActivity(FillActivityWire.parse(answers.FILL))).toEqual(listed);
    expect(clientKey).toBe("AAAAAAAAAAAAAAAAAAAA");
    expect(listed).toMatchObject({ quantity: 5, ordered: 15, price: 1_452_800, at: SUBMITTED + 5 });
    expect(orderFromWire(OrderWire.parse(answers.TRADE_UPDATE.order))?.submittedAt).toBe(SUBMITTED);
  });

  it.each([
    ["buy_minus", "buy"],
    ["sell_plus", "sell"],
    ["sell_short", "sell"],
    ["cross", undefined],
    ["undisclosed", undefined],
  ])("tell of a fill on the side %s: %s, and nothing where that does not say", (side, told) => {
    const fill = FillActivityWire.parse({ ...answers.FILL, side });
    expect(executionFromActivity(fill)?.side).toBe(told);
  });

  it.each(answers.REFUSALS)("mean by %i %j a refusal for %s", (status, { message }, cause) => {
    expect(refusalFrom(status, message)).toEqual({ kind: "rejected", message, cause });
  });

  it("mean by every form of it that the key is there already", () => {
    for (const message of answers.DUPLICATES) expect(isDuplicateKey(422, message)).toBe(true);
    expect(isDuplicateKey(422, "client_order_id must be no more than 128 characters")).toBe(false);
    expect(isDuplicateKey(403, answers.DUPLICATES[0]!)).toBe(false);
  });

  it("tell prices of the market, and none that cannot be", () => {
    expect(printFromWire("AAPL", TradeWire.parse(answers.TRADE))).toMatchObject({
      price: 1_452_800,
    });
    expect(quoteFromWire("BRK.B", QuoteWire.parse(answers.QUOTE))).toMatchObject({
      ...{ ticker: "BRK.B", bid: 1_452_600, ask: 1_453_000 },
    });
    expect(quoteFromWire("AAPL", { ...answers.QUOTE, bp: 0 })).toBeUndefined();
    expect(quoteFromWire("AAPL", { ...answers.QUOTE, bp: 146 })).toBeUndefined();
    expect(barFromWire(BarWire.parse(answers.BAR))).toMatchObject({
      ...{ open: 1_452_000, high: 1_454_400, low: 1_451_900, close: 1_452_800, volume: 5_230 },
    });
  });
});

describe("an order to Alpaca", () => {
  it("is a stop until canceled where it has a stop and is for longer than the day", () => {
    const sent = orderToWire({
      ...fc.sample(orders, 1)[0]!,
      limit: undefined as never,
      stop: price(951_200),
      timeInForce: "until-canceled",
    });

    expect(sent).toMatchObject({ type: "stop", time_in_force: "gtc", stop_price: "95.12" });
  });

  it("always comes back as it was sent", () => {
    fc.assert(
      fc.property(orders, (order) => {
        const echoed = JSON.parse(
          JSON.stringify({ ...answers.ORDER, limit_price: null, ...orderToWire(order) }),
        );
        const report = orderFromWire(OrderWire.parse(echoed));

        expect(report).toMatchObject({
          clientKey: order.clientKey,
          ticker: order.ticker,
          side: order.side,
          quantity: order.quantity,
          extendedHours: order.extendedHours,
        });
        expect(report?.limit).toBe(order.limit);
        expect(report?.stop).toBe(order.stop);
        expect(report?.timeInForce).toBe(order.timeInForce);
      }),
    );
  });
});

describe("garbage from Alpaca", () => {
  it.each([
    ["an account", AccountWire, answers.ACCOUNT, accountFromWire],
    ["a position", PositionWire, answers.POSITION, positionFromWire],
    ["an order", OrderWire, answers.ORDER, orderFromWire],
    ["a fill", FillActivityWire, answers.FILL, executionFromActivity],
    ["an update", TradeUpdateWire, answers.TRADE_UPDATE, executionFromUpdate],
    ["a trade", TradeWire, answers.TRADE, (wire: TradeWire) => printFromWire("AAPL", wire)],
    ["a quote", QuoteWire, answers.QUOTE, (wire: QuoteWire) => quoteFromWire("AAPL", wire)],
    ["a bar", BarWire, answers.BAR, barFromWire],
  ] as const)(
    "in the place of %s is never thrown and never half believed",
    (_, shape, good, read) => {
      const names = Object.keys(good);
      const bad = fc.oneof(fc.constantFrom(...ODDITIES), fc.anything());
      fc.assert(
        fc.property(fc.constantFrom(...names), bad, (name, value) => {
          const parsed = shape.safeParse({ ...good, [name]: value });
          const result = parsed.success ? read(parsed.data as never) : undefined;

          const numbers = Object.values(result ?? {}).filter((each) => typeof each === "number");
          expect(numbers.every((each) => Number.isSafeInteger(each))).toBe(true);
        }),
      );
    },
  );
});

const WORKING = [
  "new",
  "accepted",
  "pending_new",
  "accepted_for_bidding",
  "partially_filled",
  "pending_cancel",
  "pending_replace",
  "held",
];
const UNCERTAIN = ["done_for_day", "stopped", "suspended", "calculated", "restated", "who_knows"];
const STATUSES = [
  ...WORKING,
  ...UNCERTAIN,
  ...["filled", "canceled", "replaced", "expired", "rejected"],
];

const ODDITIES = [
  ...[null, undefined, "", " ", "-1", "1e3", "0x10", "NaN", "Infinity", "1,000", "999999999999999"],
  ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 1e21, [], {}, true, "2026-13-45T99:00:00Z"],
];

const prices = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }),
  fc.integer({ min: 100, max: 9_999_999 }).map((cents) => cents * 100),
);

const orders: fc.Arbitrary<Order> = fc
  .record({
    clientKey: fc.stringMatching(/^[A-Z2-7]{20}$/),
    ticker: fc.constantFrom("AAPL", "BRK.B", "F") as fc.Arbitrary<Ticker>,
    side: fc.constantFrom("buy" as const, "sell" as const),
    quantity: fc.integer({ min: 1, max: 100_000 }).map(shares),
    limit: fc.option(prices, { nil: undefined }),
    stop: fc.option(prices, { nil: undefined }),
    isLong: fc.boolean(),
    extendedHours: fc.boolean(),
  })
  .map(({ isLong, limit, stop, ...rest }) => ({
    ...rest,
    ...(limit === undefined ? {} : { limit: price(limit) }),
    ...(stop === undefined ? {} : { stop: price(stop) }),
    ...(isLong && { timeInForce: "until-canceled" as const }),
    accountId: "account",
    origin: "manual",
    status: "submitting",
    filled: NO_SHARES,
    filledNotional: NO_MONEY,
    reservedCash: money(0),
    attempts: 1,
    createdAt: SUBMITTED,
    updatedAt: SUBMITTED,
  }));
