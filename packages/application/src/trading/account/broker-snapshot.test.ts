import { instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import type { OrderReport } from "../../ports/broker.ts";
import { foundPosition, openBrokerWorld } from "../../testing/broker-world.ts";
import { KEYS } from "../../testing/connected-broker.ts";
import { AAPL } from "../../testing/trading-world.ts";
import { readSnapshot } from "./broker-snapshot.ts";

it("takes no account over while one of its orders does not say what it traded", async () => {
  const world = await openBrokerWorld();
  const shown = world.shown(KEYS.apiKey);
  const at = world.clock.now();
  const order: OrderReport = {
    ...{ brokerOrderId: "674", ticker: AAPL, side: "buy", extendedHours: false },
    ...{ quantity: shares(10), filled: shares(10), submittedAt: instant(at - 60_000) },
    state: "filled",
  };
  const untold = "The broker does not say at what price.";
  const broker = await world.needs.brokers.tryKeys({ ...KEYS, provider: "alpaca", venue: "paper" });
  shown.positions = [foundPosition(AAPL, 10)];

  shown.orders = [{ ...order, state: "suspended", isUntold: true, message: untold }];
  await expect(readSnapshot(broker, at)).rejects.toMatchObject({
    reason: "unreadable",
    message: `Order 674 for AAPL: ${untold}`,
  });

  shown.orders = [order];
  expect((await readSnapshot(broker, at)).positions).toHaveLength(1);
});
