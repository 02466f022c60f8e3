import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  backedUp,
  boughtLast,
  embedded,
  filledOrders,
  installations,
  ONE,
  ordersOf,
  sevenfold,
  trade,
} from "./backup-steps.ts";
import { demoVisitor, type Visitor } from "./visitor.ts";

const all = installations();
const { installation, started } = all;

describe("a product that a backup brought back", () => {
  it("trades nothing before its user has looked, whatever its broker has done since (P16)", async () => {
    const first = await installation(embedded);
    const product = await started(first);
    const visitor = await demoVisitor(product.url);
    await trade(visitor, 1);
    await visitor.post("/api/worker/toggle", { enabled: true });
    await expect.poll(() => filledOrders(visitor)).toBeGreaterThanOrEqual(1);
    await product.stop();
    // The exchange goes on as a broker does: what it has done since is in no backup.
    const backup = await backedUp(all, first, "--without-exchange");
    await product.restart();
    await visitor.post("/api/worker/toggle", { enabled: false });
    await trade(visitor, 2);
    await rest(visitor);
    // All but the one that rests: what fills later is in no standing of before.
    await expect.poll(() => openOrders(visitor), { timeout: 10_000, interval: 500 }).toBe(1);
    expect(await filledOrders(visitor)).toBeGreaterThanOrEqual(3);
    const before = await standingOf(visitor);
    await product.stop();

    const restored = await sevenfold(first, "restore", backup, "--replace", "--without-exchange");
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("AI Trading is off for every account"),
    });
    await product.restart();
    await expect.poll(() => standingOf(visitor), { timeout: 30_000 }).toEqual(before);
    const status = await visitor.get<WorkerStatus>("/api/worker/status");
    expect(status).toMatchObject({
      enabled: false,
      reductions: [{ reason: "restored", agentEnds: "switched-on" }],
    });
    expect(status.reductions[0]?.message).toMatch(/^The database was brought back from a backup\./);
    const symbol = await boughtLast(visitor);
    const refused = await visitor.post("/api/orders", { ...ONE, symbol, side: "buy" });
    expect([refused.ok, await refused.text()]).toEqual([false, expect.stringMatching(/backup/)]);
    await pause(5_000);
    expect(await standingOf(visitor)).toEqual(before);

    await expect
      .poll(async () => (await visitor.post("/api/worker/toggle", { enabled: true })).ok)
      .toBe(true);
    expect(await visitor.get<WorkerStatus>("/api/worker/status")).toMatchObject({
      enabled: true,
      reductions: [],
    });
    const synced = await visitor.post("/api/positions/sync", {});
    expect({ status: synced.status, text: await synced.text() }).toMatchObject({ status: 200 });
  });
});

interface WorkerStatus {
  readonly enabled: boolean;
  readonly reductions: readonly { readonly message: string }[];
}

/** A buy that waits at the exchange for a price that never comes. */
async function rest(visitor: Visitor): Promise<void> {
  const symbol = await boughtLast(visitor);
  const order = { symbol, side: "buy", orderType: "limit", quantity: 1, limitPrice: 1 };
  const answer = await visitor.post("/api/orders", order);
  expect([answer.ok, await answer.text()]).toMatchObject([true, expect.anything()]);
}

const ENDED = /^(filled|canceled|expired|rejected|denied)$/;
const openOrders = async (visitor: Visitor): Promise<number> =>
  (await ordersOf(visitor)).filter(({ status }) => !ENDED.test(status)).length;

/** What a user is shown of cash, holdings, and of orders filled and open. */
async function standingOf(visitor: Visitor) {
  const account = await visitor.get<{ readonly cash: number }>("/api/account");
  const held =
    await visitor.get<readonly { readonly ticker: string; readonly shares: number }[]>(
      "/api/positions",
    );
  const statuses = (await ordersOf(visitor)).map(({ side, status }) => `${side} ${status}`);
  return {
    cash: account.cash,
    held: held.map(({ shares, ticker }) => `${ticker} ${shares}`).sort(),
    statuses: statuses.filter((one) => !one.endsWith("denied")).sort(),
  };
}
