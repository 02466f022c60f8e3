import { type Instant, instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import type { ReductionReason } from "../../ports/stores/account.ts";
import { inTime, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { reduceAccount, reductionOf, releasedAccount } from "./reduce-account.ts";
import { REDUCED_BY_HAND_MS, standingReductions } from "./reduction.ts";

describe("the reasons for which an account may only get smaller", () => {
  it("stand side by side, and a worse one is not swallowed by an earlier one", async () => {
    const world = await openTestWorld();
    const began = world.clock.now();
    await reduced(world, "too-many-orders-in-all");
    await world.clock.pass(60_000);
    await reduced(world, "books-contradicted");

    const account = (await accountOf(world))!;

    expect(account.reductions).toEqual([
      { because: "too-many-orders-in-all", at: began },
      { because: "books-contradicted", at: began + 60_000 },
    ]);
    // While both bind, how long is said by the one that binds longest.
    expect(reductionOf(account, "manual", instant(began + 60_000))).toMatchObject({
      because: "books-contradicted",
      remainingMs: REDUCED_BY_HAND_MS,
    });
    const later = instant(began + REDUCED_BY_HAND_MS);
    expect(reductionOf(account, "manual", later)).toMatchObject({
      because: "books-contradicted",
      remainingMs: 60_000,
    });
    expect(reductionOf(account, "automated", later)).toEqual({
      kind: "account-reduced",
      because: "books-contradicted",
    });
  });

  it("end one by one: by time, or when automation is switched on again", async () => {
    const world = await openTestWorld();
    const at = world.clock.now();
    for (const because of ["too-many-orders-in-all", "too-many-rejections"] as const)
      await reduced(world, because);
    const account = (await accountOf(world))!;
    const after = instant(at + REDUCED_BY_HAND_MS);

    expect(standingReductions(account, at)).toHaveLength(2);
    expect(standingReductions(account, after)).toEqual([
      {
        because: "too-many-rejections",
        since: at,
        manualUntil: undefined,
        workerUntil: undefined,
        endsForWorker: "switched-on",
      },
    ]);
    expect(reductionOf(account, "manual", after)).toBeUndefined();
    expect(standingReductions(releasedAccount(account, after), after)).toEqual([]);
  });

  it("stay where they wait for books and broker to agree, whoever has looked", async () => {
    const world = await openTestWorld();
    for (const because of ["holdings-differ", "books-contradicted"] as const)
      await reduced(world, because);
    const at = world.clock.now();

    const released = releasedAccount((await accountOf(world))!, at);

    expect(released.reductions).toEqual([{ because: "holdings-differ", at }]);
  });

  it("begin anew when the same happens after its time, and are noted once until then", async () => {
    const world = await openTestWorld();
    await reduced(world, "too-many-rejections");
    await world.clock.pass(60_000);
    await reduced(world, "too-many-rejections");
    await world.clock.pass(REDUCED_BY_HAND_MS);
    await reduced(world, "too-many-rejections");

    expect((await accountOf(world))?.reductions).toEqual([
      { because: "too-many-rejections", at: world.clock.now() },
    ]);
    const lines = await world.storage.read.audit.latest(world.userId, 100);
    expect(lines.filter(({ action }) => action === "account-reduced")).toHaveLength(2);
  });

  it("bind nobody by a date that a clock gave which was far ahead, and are noted anew", async () => {
    const world = await openTestWorld();
    const now = world.clock.now();
    const ahead = instant(now + 24 * 3_600_000);
    await reduced(world, "too-many-orders-in-all", ahead);
    const account = (await accountOf(world))!;

    expect(standingReductions(account, now)).toEqual([]);
    for (const origin of ["manual", "automated"] as const)
      expect(reductionOf(account, origin, now)).toBeUndefined();
    const sooner = { reductions: [{ ...account.reductions![0]!, at: instant(now + 60_000) }] };
    expect(reductionOf(sooner, "manual", now)).toMatchObject({ kind: "account-reduced" });

    await reduced(world, "too-many-orders-in-all");
    expect((await accountOf(world))?.reductions).toEqual([
      { because: "too-many-orders-in-all", at: now },
    ]);
  });

  it("end when automation is switched on in the settings, and by no other change of them", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(6_000);
    await reduced(world, "too-many-orders");
    const { needs } = process;
    await inTime(world, changeSettings(needs)(world.userId, { strategy: { mode: "SIMPLE" } }));
    expect((await accountOf(world))?.reductions).toHaveLength(1);

    // Long enough to have been seen.
    await world.clock.pass(2_000);
    const wish = { strategy: {}, automationEnabled: true };
    expect(await inTime(world, changeSettings(needs)(world.userId, wish))).toMatchObject({
      ok: true,
    });

    expect((await accountOf(world))?.reductions).toBeUndefined();
    const lines = await world.storage.read.audit.latest(world.userId, 100);
    expect(lines.filter(({ action }) => action === "account-released")).toHaveLength(1);
    await inTime(world, process.stop());
  });
});

const accountOf = ({ accountId, storage }: World) => storage.read.accounts.byId(accountId);

const reduced = (
  { accountId, clock, storage }: World,
  because: ReductionReason,
  at: Instant = clock.now(),
) =>
  storage.transact(async (tables) => {
    const account = await tables.accounts.lock(accountId);
    await reduceAccount(tables, account!, { because, at });
  });
