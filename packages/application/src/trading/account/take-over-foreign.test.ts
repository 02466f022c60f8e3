import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { connectBroker } from "../../brokers/connect-broker.ts";
import type { IncomeActivity } from "../../ports/activity.ts";
import { type BrokerWorld, openBrokerWorld, reportOf } from "../../testing/broker-world.ts";
import { dollars } from "../../testing/trading-world.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";
import { openNotFoundWatch } from "./not-found-watch.ts";

const KEYS = { provider: "alpaca", apiKey: "PK-0123456789", secretKey: "secret" } as const;

describe("foreign trades of an account that nobody trades whole shares in", () => {
  it("are part of what it was taken over with, and those after it are booked", async () => {
    const world = await openBrokerWorld();
    trade(world, "before", -1_000, -30 * MINUTE_MS);
    const id = await connect(world);

    expect(await reconcile(world, id)).toMatchObject({ ok: true, value: { cashDrift: 0 } });
    world.clock.stall(1_000);
    trade(world, "after", 250, 0);
    for (const _ of ["once", "again"])
      expect(await reconcile(world, id)).toMatchObject({ ok: true, value: { cashDrift: 0 } });
    expect((await world.account(id)).cash).toBe(dollars(99_250));
  });

  it("are read again where one came while the account was read", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.afterRead = (reads) => {
      // Account, executions, activities, orders, positions and what is foreign; the account is next.
      if (reads === 6) trade(world, "meanwhile", 500, -1_000);
    };
    const id = await connect(world);

    expect((await world.account(id)).cash).toBe(dollars(100_500));
    expect(await reconcile(world, id)).toMatchObject({ ok: true, value: { cashDrift: 0 } });
  });
});

/** A trade of a coin at the venue, in its cash already. */
function trade(world: BrokerWorld, id: string, amount: number, afterMs: number): void {
  const shown = world.shown(KEYS.apiKey);
  shown.afterRead = () => undefined;
  const told: IncomeActivity = {
    ...{ id: `trade:${id}`, kind: "other-cash", words: "Bought 0.01 BTC/USD" },
    ...{ at: instant(world.clock.now() + afterMs), amount: dollars(amount) },
  };
  const { foreign, report } = shown;
  shown.foreign = { ...foreign, trades: [...(foreign.trades ?? []), told] };
  shown.report = reportOf(report.accountNumber, dollars(report.cash / 10_000 + amount));
}

async function connect(world: BrokerWorld): Promise<string> {
  const answer = await connectBroker(world.needs)(world.user.id, KEYS);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value.id;
}

const reconcile = (world: BrokerWorld, accountId: string) =>
  reconcileAccount(world.needs, openNotFoundWatch())(accountId);
