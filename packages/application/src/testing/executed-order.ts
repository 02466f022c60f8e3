import type { Instant } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import { expect } from "vitest";
import { type FaultPlan, NO_FAULTS } from "../broker-kit/simulated/fault-plan.ts";
import type { Execution, OrderReport } from "../ports/broker.ts";
import { placeOrder } from "../trading/placing/place-order.ts";
import { AAPL, automatedDraft, inTime, openTestWorld } from "./trading-world.ts";
import type { World } from "./world/world.ts";

/** A world in which the worker's order for ten shares of AAPL is at the broker. */
export async function withOrder(faults: FaultPlan = NO_FAULTS) {
  const world = await openTestWorld({ faults });
  const process = world.open();
  const draft = await automatedDraft(world, process);
  const placed = await inTime(world, placeOrder(process.needs)(draft));
  if (!placed.ok) throw new Error(placed.refusal.kind);
  return { world, needs: process.needs, clientKey: placed.value.order.clientKey };
}

export const executionOf = ({ clock }: World, facts: Partial<Execution>): Execution => ({
  executionId: "execution-1",
  brokerOrderId: "order-1",
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  price: 1_000_000 as Price,
  fee: money(0),
  at: clock.now() as Instant,
  ...facts,
});

export const reportOf = (
  { clock }: World,
  clientKey: string,
  facts: Partial<OrderReport>,
): OrderReport => ({
  brokerOrderId: "order-1",
  clientKey,
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt: clock.now(),
  ...facts,
});

export async function expectFrozen({ accountId, storage }: World): Promise<void> {
  const { read } = storage;
  expect(await read.fills.latest(accountId, 10)).toEqual([]);
  expect((await read.settings.of(accountId))?.automationEnabled).toBe(false);
}
