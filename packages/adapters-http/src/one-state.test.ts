import type { Account } from "@sevenfold/application/ports/stores/account";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { afterEach, describe, expect, it } from "vitest";

import type { Answer } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

type Read = (path: string) => Promise<Answer["json"]>;

let world: HttpWorld;
afterEach(() => world.close());

async function seated(changes: Partial<Account> = {}) {
  world = await openHttpWorld();
  const { browser, user } = await world.member();
  const { id } = (await world.storage.read.accounts.selectedOf(user.id))!;
  await oneByOne(world.storage).accounts.change(id, (row) => ({ ...row, ...changes }));
  const read = async (path: string) => (await browser.get(path)).json;
  return { browser, user, read };
}

/** What each place says of the account: it has to be one thing. */
async function statesIn(read: Read) {
  const [account, status, brokers] = [
    await read("/api/account"),
    await read("/api/worker/status"),
    await read("/api/brokers"),
  ];
  return [account.state, status.account_state, brokers[0].state];
}

describe("what an account is", () => {
  it.each<readonly [string, Partial<Account>, string]>([
    ["active", {}, "Active"],
    ["paused", { status: "disabled", statusReason: "paused" }, "Paused"],
    ["pending", { status: "pending", statusReason: "broker-unavailable" }, "Pending"],
    ["error", { status: "error", statusReason: "keys-refused" }, "Error"],
    [
      "needs-authorisation",
      { status: "error", statusReason: "needs-authorisation" },
      "Needs authorisation",
    ],
  ])("is %s wherever it is asked for, in the same words", async (state, changes, label) => {
    const { read } = await seated({ venue: "built-in", ...changes });
    await world.pingWorker();

    const [first, ...others] = await statesIn(read);

    expect(first).toMatchObject({ state, label });
    expect(others).toEqual([first, first]);
    expect(first.message === null).toBe(state === "active");
  });

  it("is offline everywhere without a worker, and so are the prices", async () => {
    const { read } = await seated({ venue: "built-in" });

    const [first, ...others] = await statesIn(read);
    const { market_data, worker_health } = await read("/api/worker/status");

    expect(first).toMatchObject({ state: "worker-offline", label: "Offline" });
    expect(others).toEqual([first, first]);
    expect(market_data).toMatchObject({
      state: "cached",
      message: expect.stringMatching(/^The trading worker is offline:/),
    });
    expect(worker_health).toMatchObject({
      market_data_active: false,
      market_data_failover: {
        overall_healthy: false,
        api_health: {
          "Small market": { healthy: false, last_error: market_data.message },
        },
      },
    });
  });

  it("says that prices come in while worker and feed live", async () => {
    const { read } = await seated({ venue: "built-in" });
    await world.pingWorker();

    expect(await read("/api/worker/status")).toMatchObject({
      market_data: { state: "live", message: null },
      worker_health: {
        market_data_active: true,
        market_data_failover: {
          overall_healthy: true,
          api_health: { "Small market": { healthy: true, last_error: null } },
        },
      },
    });
  });

  it("says that the trial has ended, of what is switched on", async () => {
    const { browser, read, user } = await seated({ venue: "built-in" });
    await world.pingWorker();
    await browser.post("/api/worker/toggle", { enabled: true });
    await oneByOne(world.storage).users.change(user.id, (row) => ({
      ...row,
      trialEndsAt: world.needs.clock.now(),
    }));

    const [first, ...others] = await statesIn(read);

    expect(first).toMatchObject({ state: "plan-over", label: "Trial ended" });
    expect(others).toEqual([first, first]);
    await browser.post("/api/worker/toggle", { enabled: false });
    expect((await statesIn(read))[0]).toMatchObject({ state: "active" });
  });
});

describe("an account that its broker has never shown", () => {
  it("has no figure anywhere: null, and a sentence", async () => {
    const { read } = await seated({ status: "pending", statusReason: "broker-unavailable" });
    const unseen = await unseenMember();

    expect(await unseen("/api/account")).toMatchObject({
      equity: null,
      cash: null,
      availableCash: null,
      state: { state: "pending" },
    });
    expect(await unseen("/api/portfolio")).toMatchObject({ startAmount: null, progressPct: null });
    expect(await unseen("/api/portfolio/summary")).toMatchObject({
      totalValue: null,
      positionCount: null,
      totalGainLoss: null,
      totalGainLossPercent: null,
      totalDayChange: null,
      totalCostBasis: null,
      unknownBecause: "The broker has not shown this account yet.",
    });
    expect(await unseen("/api/portfolio/daily-change")).toMatchObject({
      dailyChange: null,
      dailyChangePercent: null,
      unknownBecause: "The broker has not shown this account yet.",
    });
    expect(await unseen("/api/goals/performance")).toMatchObject({
      goal: { start: null, current: null, progressPct: null },
      totals: { realizedPL: null, unrealizedPL: null, ytdReturnPct: null },
    });
    expect((await unseen("/api/brokers"))[0].equity).toBeNull();
    expect((await unseen("/api/worker/status")).equity).toBeNull();
    // One that was shown once keeps what is in our books.
    expect((await read("/api/account")).cash).not.toBeNull();
  });
});

async function unseenMember() {
  const { browser, user } = await world.member();
  const { id } = (await world.storage.read.accounts.selectedOf(user.id))!;
  await oneByOne(world.storage).accounts.change(id, ({ lastValidatedAt: _, ...row }) => ({
    ...row,
    status: "pending",
    statusReason: "broker-unavailable",
  }));
  return async (path: string) => (await browser.get(path)).json;
}
