import { shares } from "@sevenfold/domain/money";

import { type Activity, ONE_SHARE } from "../ports/activity.ts";
import type { Execution } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";
import { justBefore } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, matches, same, unavailable } from "./rule-broken.ts";

/**
 * What is not of whole shares held long, and orders for it: never makes an account unreadable, is never
 * taken for ours, and is told.
 */
export const foreignCases: readonly BrokerCase[] = [
  {
    rule: "foreign/none",
    promise: "tells of nothing foreign where there is nothing",
    async run({ broker, start }) {
      same(await broker.foreign(start), { holdings: [], orders: [] }, "what is foreign");
    },
  },
  {
    rule: "foreign/shares-are-not",
    promise: "never calls shares foreign that it reports as a position, nor an order for them",
    async run(world) {
      await filled(world);
      same(
        await world.broker.foreign(justBefore(world.start)),
        { holdings: [], orders: [] },
        "what is foreign",
      );
    },
  },
  {
    rule: "foreign/account-is-read",
    promise: "reads the account whatever else is held there",
    needs: ["foreign-things"],
    async run({ broker, venue }) {
      const { accountNumber, cash } = await broker.account();
      venue.showForeign?.();
      matches(await broker.account(), { accountNumber, cash, canTrade: true }, "the account");
    },
  },
  {
    rule: "foreign/positions-apart",
    promise: "reports as positions the shares held long, and nothing else",
    needs: ["foreign-things"],
    async run(world) {
      const { broker, venue } = world;
      await filled(world);
      const before = await broker.positions();
      venue.showForeign?.();
      same(await broker.positions(), before, "positions beside foreign ones");
    },
  },
  {
    rule: "foreign/orders-apart",
    promise: "lists the orders for whole shares, and nothing else",
    needs: ["foreign-things"],
    async run({ broker, resting, sent, start, venue }) {
      const { brokerOrderId } = await sent(resting());
      venue.showForeign?.();
      const listed = await broker.ordersSince(justBefore(start));
      same(
        listed.map((report) => report.brokerOrderId),
        [brokerOrderId],
        "the orders listed",
      );
    },
  },
  {
    rule: "foreign/executions-apart",
    promise: "lists no execution of what is foreign, or tells the order it is of",
    needs: ["foreign-things"],
    async run(world) {
      const { broker, start, venue } = world;
      const { wanted } = await filled(world);
      venue.showForeign?.();
      const foreign = new Set(
        (await broker.foreign(justBefore(start))).orders.map(({ brokerOrderId }) => brokerOrderId),
      );
      const listed = await broker.executionsSince(start);
      same(
        listed.flatMap((each) => (foreign.has(each.brokerOrderId) ? [] : each.brokerOrderId)),
        [wanted.brokerOrderId],
        "the orders of the executions listed",
      );
    },
  },
  {
    rule: "foreign/holdings-told",
    promise:
      "tells each foreign holding: what it is, how many, and what it is worth where that is told",
    needs: ["foreign-things"],
    async run({ broker, start, venue }) {
      const shown = venue.showForeign?.().holdings ?? [];
      const { holdings } = await broker.foreign(start);
      const plain = (list: typeof holdings) =>
        list
          .map(({ kind, quantity, symbol, value }) => ({ kind, quantity, symbol, value }))
          .toSorted(bySymbol);
      holds(0 < shown.length, "the bench shows none");
      same(plain(holdings), plain(shown), "foreign holdings");
    },
  },
  {
    rule: "foreign/worth-unknown",
    promise: "never makes up what a foreign holding is worth",
    needs: ["foreign-things"],
    async run({ broker, start, venue }) {
      const unpriced = venue.showForeign?.().holdings.filter(({ value }) => value === undefined);
      const { holdings } = await broker.foreign(start);
      holds(0 < (unpriced?.length ?? 0), "the bench shows none without a worth");
      for (const { kind, symbol } of unpriced ?? []) {
        const told = holdings.find((each) => each.symbol === symbol && each.kind === kind);
        holds(told !== undefined, `${symbol} is not told`);
        same(told.value, undefined, `the worth of ${symbol}`);
      }
    },
  },
  {
    rule: "foreign/ties-told",
    promise: "tells which shares a short sale or a written call is about",
    needs: ["foreign-things"],
    async run({ broker, start, venue }) {
      const shown = venue.showForeign?.().holdings ?? [];
      const { holdings } = await broker.foreign(start);
      const ties = (list: typeof holdings) =>
        list.flatMap(({ tie }) => tie ?? []).toSorted(byTicker);
      holds(0 < ties(shown).length, "the bench shows none");
      same(ties(holdings), ties(shown), "ties");
    },
  },
  {
    rule: "foreign/orders-told",
    promise: "tells each foreign order: what it is, how much, and whether it is open",
    needs: ["foreign-things"],
    async run({ broker, start, venue }) {
      const shown = venue.showForeign?.().orders ?? [];
      const { orders } = await broker.foreign(justBefore(start));
      const byId = (list: typeof orders) =>
        list.toSorted((one, other) => (one.brokerOrderId < other.brokerOrderId ? -1 : 1));
      holds(0 < shown.length, "the bench shows none");
      same(byId(orders), byId(shown), "foreign orders");
    },
  },
  {
    rule: "foreign/parts-traded",
    promise: "reads shares bought in parts: what is whole, what is not, and the cash they took",
    needs: ["parts-elsewhere"],
    async run({ broker, start, venue }) {
      const { first } = venue.tickers;
      const each = venue.priceOf(first);
      const before = await broker.account();
      await venue.buyPartsElsewhere?.(first, each, WHOLE_AND_HALF);
      const after = await broker.account();
      const told = await broker.activitiesSince(start);
      const executions = await broker.executionsSince(start);
      const foreign = await broker.foreign(justBefore(start));
      const ids = new Set(foreign.orders.map(({ brokerOrderId }) => brokerOrderId));
      same(after.cash - before.cash, -Math.round(1.5 * each), "how the cash moved");
      same(
        cashIn([...told, ...(foreign.trades ?? [])]) - cashOf(executions),
        after.cash - before.cash,
        "the cash that is explained",
      );
      const parts = [...told, ...(foreign.trades ?? [])].flatMap((one) =>
        "parts" in one && one.ticker === first ? (one.parts ?? 0) : [],
      );
      const whole = executions.map(({ quantity }) => ONE_SHARE * quantity);
      same(sumOf([...parts, ...whole]), 1.5 * ONE_SHARE, "the billionths of a share that are told");
      holds(
        executions.every(({ brokerOrderId }) => ids.has(brokerOrderId)),
        "an execution is told as of whole shares",
      );
      matches(
        (await broker.positions())[0],
        { ticker: first, quantity: 1, fractionBillionths: 500_000_000 },
        "the position",
      );
      same(await broker.ordersSince(justBefore(start)), [], "the orders for whole shares");
      same(
        foreign.orders.map(({ kind, quantity, symbol }) => ({ kind, quantity, symbol })),
        [{ kind: "fraction", quantity: "1.5", symbol: first }],
        "the foreign orders",
      );
    },
  },
  {
    rule: "foreign/trading-goes-on",
    promise: "sends, finds and cancels its orders beside foreign ones",
    needs: ["foreign-things"],
    async run({ broker, resting, sent, until, venue }) {
      venue.showForeign?.();
      const wanted = await sent(resting());
      same((await broker.find(wanted))?.state, "working", "the state");
      same(await broker.cancel(wanted), "requested", "the cancel");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
    },
  },
  {
    rule: "foreign/own-unreadable",
    promise:
      "fails by the name of an order for shares that it cannot read, and drops it from no list",
    needs: ["foreign-things"],
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(
        order({ quantity: shares(7), limit: venue.priceOf(venue.tickers.first) }),
      );
      venue.garbleOrder?.(wanted.clientKey);
      const { message } = await unavailable(broker.ordersSince(justBefore(start)), "the orders", [
        "unreadable",
      ]);
      holds(message.includes(wanted.brokerOrderId ?? "?"), `the message is “${message}”`);
    },
  },
];

const WHOLE_AND_HALF = [1, 0.5];

const cashIn = (told: readonly Activity[]): number =>
  told.reduce((sum, activity) => sum + ("amount" in activity ? activity.amount : 0), 0);

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

const cashOf = (executions: readonly Execution[]): number =>
  executions.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

type Named = { readonly symbol: string; readonly kind: string };

const bySymbol = (one: Named, other: Named): number =>
  `${one.symbol} ${one.kind}` < `${other.symbol} ${other.kind}` ? -1 : 1;

const byTicker = (one: { readonly ticker: string }, other: { readonly ticker: string }): number =>
  one.ticker < other.ticker ? -1 : 1;
