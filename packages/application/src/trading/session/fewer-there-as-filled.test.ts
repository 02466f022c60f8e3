import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Broker, BrokerPosition } from "../../ports/broker.ts";
import { stopped } from "../../testing/started-worker.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, manualDraft } from "../../testing/trading-world.ts";
import type { WorldShape } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";

const MINUTE_MS = 60_000;

describe("a fill that is booked while the broker is asked what it holds", () => {
  for (const answers of [1, 2])
    it(`leaves unsold what is missing there, after answer ${answers} as before`, async () => {
      const { market, process, sale, sellsThere, slow, world } = await missingThree();
      for (let answer = 1; answer <= answers; answer += 1) {
        slow.hold();
        while (!slow.isAsked()) await world.clock.pass(500);
        const order = world.venue.orders[0]!;
        if (answer === 1) world.venue.trade(order.brokerOrderId, sale.quantity, sale.limit);
        await world.clock.pass(2_000);
        slow.answer();
        await world.clock.pass(1_000);
      }

      // The books hold seven, and the broker had nine as it was first asked: four are there.
      market.stand(85);
      await world.clock.pass(2_000);
      expect(sellsThere().map(({ quantity }) => quantity)).toEqual([5, 4]);
      expect(world.venue.violations).toEqual([]);
      await stopped(world, process);
    });
});

/** Twelve shares in the books, of which the broker is known to have nine, and an order by hand that sells five. */
async function missingThree() {
  const slow = slowPositions();
  const held = await holding(12, { stopAtBroker: false, around: slow.around });
  const { process, world } = held;
  const sale = {
    ticker: AAPL,
    side: "sell",
    quantity: shares(5),
    limit: price(1_050_000),
  } as const;
  await inTime(world, placeOrder(process.needs)(manualDraft(world, sale)));
  world.venue.positions.set(AAPL, { quantity: shares(9), costBasis: dollars(900) });
  await world.clock.pass(2 * MINUTE_MS);
  return { ...held, sale, slow };
}

/** Around a world's broker: what it holds is read at once, and answered when the test says so. */
function slowPositions() {
  let answer = () => {};
  let held: Promise<void> | undefined;
  let isAsked = false;
  const slowed = (broker: Broker): Broker => ({
    ...broker,
    async positions(): Promise<readonly BrokerPosition[]> {
      const there = await broker.positions();
      isAsked = true;
      await held;
      return there;
    },
  });
  const around: NonNullable<WorldShape["around"]> = (ports) => {
    const connect: typeof ports.brokers.connect = async (id) =>
      slowed(await ports.brokers.connect(id));
    return { ...ports, brokers: { ...ports.brokers, connect } };
  };
  return {
    around,
    isAsked: () => isAsked,
    answer: () => answer(),
    hold(): void {
      isAsked = false;
      held = new Promise((resolve) => {
        answer = resolve;
      });
    },
  };
}
