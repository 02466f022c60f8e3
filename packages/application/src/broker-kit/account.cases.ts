import { money, price, shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { filled } from "./fill.cases.ts";
import { holds, matches, same } from "./rule-broken.ts";

const CASH = money(1_000_000_000);

/** Cash and what is held. */
export const accountCases: readonly BrokerCase[] = [
  {
    rule: "account/fresh",
    promise: "reports the cash of an account that has not traded",
    async run({ broker }) {
      matches(
        await broker.account(),
        { cash: CASH, equity: CASH, buyingPower: CASH, canTrade: true },
        "the account",
      );
    },
  },
  {
    rule: "account/number",
    promise: "names the account alike at every read and after a restart",
    async run({ broker, venue }) {
      const { accountNumber } = await broker.account();
      holds(accountNumber !== "", "the account number is empty");
      same((await broker.account()).accountNumber, accountNumber, "the number read again");
      same((await venue.connect().account()).accountNumber, accountNumber, "after a restart");
    },
  },
  {
    rule: "account/cash-after-buy",
    promise: "takes what a buy cost from the cash, to the cent",
    async run(world) {
      const { each } = await filled(world);
      same((await world.broker.account()).cash, CASH - 10 * each, "cash");
    },
  },
  {
    rule: "account/cash-after-sale",
    promise: "adds what a sale brought, less its fees",
    async run(world) {
      const { broker, order, sent, start, venue } = world;
      const { each } = await filled(world);
      await venue.pass(1_000);
      const sale = await sent(order({ side: "sell", quantity: shares(4) }));
      const at = price(each + 1_000);
      await venue.execute(sale.clientKey, { quantity: shares(4), price: at });
      const fees = (await broker.executionsSince(start)).reduce((sum, { fee }) => sum + fee, 0);
      same((await broker.account()).cash, CASH - 10 * each + 4 * at - fees, "cash");
    },
  },
  {
    rule: "account/equity-has-positions",
    promise: "counts what is held in the equity",
    async run(world) {
      await filled(world);
      const { cash, equity } = await world.broker.account();
      holds(cash < equity, `equity is ${equity}, cash ${cash}`);
    },
  },
  {
    rule: "account/buying-power",
    promise: "never reports more buying power than cash on a cash account",
    async run({ broker, resting, sent }) {
      await sent(resting({ quantity: shares(1_000) }));
      const { buyingPower, cash } = await broker.account();
      holds(buyingPower <= cash, `buying power is ${buyingPower}, cash ${cash}`);
      same(cash, CASH, "cash while the order rests");
    },
  },
  {
    rule: "position/none",
    promise: "reports no positions as an empty list",
    async run({ broker }) {
      same(await broker.positions(), [], "positions");
    },
  },
  {
    rule: "position/bought",
    promise: "reports what was bought, and what it cost in all",
    async run(world) {
      const { each, wanted } = await filled(world);
      const positions = await world.broker.positions();
      same(positions.length, 1, "positions");
      matches(
        positions[0],
        { ticker: wanted.ticker, quantity: 10, costBasis: 10 * each, fractionBillionths: 0 },
        "the position",
      );
    },
  },
  {
    rule: "position/several",
    promise: "reports a position for each symbol that is held",
    async run(world) {
      await filled(world);
      await filled(world, { ticker: world.venue.tickers.second, quantity: shares(3) });
      const held = (await world.broker.positions()).map(({ quantity, ticker }) => [
        ticker,
        quantity as number,
      ]);
      same(
        held.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
        [
          [world.venue.tickers.first, 10],
          [world.venue.tickers.second, 3],
        ].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
        "symbols and shares",
      );
    },
  },
  {
    rule: "position/sold-in-part",
    promise: "reports what is left after a sale, and its part of the cost",
    async run(world) {
      const { broker, order, sent, venue } = world;
      const { each } = await filled(world);
      const sale = await sent(order({ side: "sell", quantity: shares(4) }));
      await venue.execute(sale.clientKey, { quantity: shares(4), price: each });
      matches((await broker.positions())[0], { quantity: 6, costBasis: 6 * each }, "the rest");
    },
  },
  {
    rule: "position/sold-out",
    promise: "reports no position of a symbol that was sold out",
    async run(world) {
      const { broker, order, sent, venue } = world;
      const { each } = await filled(world);
      const sale = await sent(order({ side: "sell" }));
      await venue.execute(sale.clientKey, { quantity: shares(10), price: each });
      same(await broker.positions(), [], "positions");
    },
  },
  {
    rule: "position/part-fills-held",
    promise: "reports the shares an open order has bought so far",
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: each });
      same((await broker.positions())[0]?.quantity, 4, "shares held");
    },
  },
  {
    rule: "position/fraction-apart",
    promise: "keeps a fraction of a share beside the whole ones",
    needs: ["fractions"],
    async run(world) {
      await filled(world);
      world.venue.showFractions?.();
      matches(
        (await world.broker.positions())[0],
        { quantity: 10, fractionBillionths: 500_000_000 },
        "the position",
      );
    },
  },
];
