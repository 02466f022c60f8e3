import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, shares } from "@sevenfold/domain/money";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { dollars, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { WorldShape } from "../../testing/world/world.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import { changeGoal, changeRisk, changeSettings } from "./change-settings.ts";

interface Field {
  /** What the account begins with, where the field has a say. */
  readonly shape?: Partial<WorldShape>;
  readonly strategy?: Partial<Strategy>;
  readonly limits?: Partial<RiskLimits>;
}

const HYBRID = {
  mode: "HYBRID",
  buyDropBps: bps(300),
  buyDropMaxBps: bps(2_000),
  stopLossEnabled: true,
} as const;
const QUICK = { coolDownSec: 0 } as const;
/** Wednesday, 8:00 in New York: an hour and a half before the opening. */
const EARLY = { calendar: NYSE_CALENDAR, startsAt: Date.UTC(2026, 2, 11, 12) as Instant };

/** Each field with a change of it. A field that did nothing would be a promise not kept. */
const FIELDS: Readonly<Record<string, Field>> = {
  mode: { strategy: { mode: "SIMPLE" } },
  buyDropBps: { strategy: { buyDropBps: bps(800) } },
  buyDropMaxBps: {
    shape: { strategy: HYBRID },
    strategy: { buyDropMaxBps: bps(300) },
  },
  sellRiseBps: { strategy: { sellRiseBps: bps(1_200) } },
  takeProfitBps: {
    shape: { strategy: { mode: "SIMPLE", takeProfitBps: bps(200) } },
    strategy: { takeProfitBps: bps(2_000) },
  },
  stopLossBps: {
    shape: { strategy: { ...HYBRID, stopLossBps: bps(500) }, limits: QUICK },
    strategy: { stopLossBps: bps(5_000) },
  },
  stopLossEnabled: {
    shape: { strategy: { mode: "SIMPLE", stopLossBps: bps(500) }, limits: QUICK },
    strategy: { stopLossEnabled: true },
  },
  sharesToBuy: { strategy: { sharesToBuy: shares(3) } },
  sharesToSell: { strategy: { sharesToSell: shares(3) } },
  maxPositionSize: { strategy: { maxPositionSize: shares(2) } },
  minCashReserve: { strategy: { minCashReserve: dollars(19_500) } },
  maxPositionBps: { limits: { maxPositionBps: bps(100) } },
  dailyLossBps: { limits: { dailyLossBps: bps(1) } },
  coolDownSec: { limits: { coolDownSec: 3_600 } },
  patternConfirmation: { strategy: { patternConfirmation: "require" } },
  allowAfterHours: { shape: EARLY, limits: { allowAfterHours: true } },
};

describe("a change of settings", () => {
  it("that changes nothing is written nowhere", async () => {
    const { storage, userId, accountId, ...world } = await openTestWorld();
    const { needs } = world.open();
    const { settings } = storage.read;
    const { strategy, limits } = (await settings.of(accountId))!;
    const versionAfter = async () => (await settings.of(accountId))?.version;
    await changeRisk(needs)(userId, { coolDownSec: limits.coolDownSec });
    await changeSettings(needs)(userId, { strategy });
    expect(await versionAfter()).toBe(1);
    expect(await settings.history(accountId, 10)).toHaveLength(1);

    await changeRisk(needs)(userId, { coolDownSec: limits.coolDownSec + 1 });
    expect(await versionAfter()).toBe(2);
    expect(await settings.history(accountId, 10)).toHaveLength(2);
  });

  it("asks for the account's row and its settings in one journey, in this order", async () => {
    const { userId, accountId, ...world } = await openTestWorld();
    const { needs } = world.open();
    const asked: string[] = [];
    const storage: Storage = {
      ...needs.storage,
      transact: (work, options) =>
        needs.storage.transact(({ accounts, settings, ...tables }) => {
          const noting = {
            accounts: {
              ...accounts,
              async lock(id: string) {
                asked.push("account");
                const account = await accounts.lock(id);
                asked.push("answered");
                return account;
              },
            },
            settings: {
              ...settings,
              lock(id: string) {
                asked.push("settings");
                return settings.lock(id);
              },
            },
          };
          return work({ ...tables, ...noting });
        }, options),
    };
    await changeRisk({ ...needs, storage })(userId, { coolDownSec: 1_234 });

    expect(asked).toEqual(["account", "settings", "answered"]);
    expect((await storage.read.settings.of(accountId))?.limits.coolDownSec).toBe(1_234);
  });

  it.each(Object.entries(FIELDS))("of %s changes what the worker does", async (_, field) => {
    const without = await ordersIn(field, false);
    const changed = await ordersIn(field, true);

    expect(changed).not.toEqual(without);
  });

  it("that changes nothing changes nothing", async () => {
    expect(await ordersIn({}, true)).toEqual(await ordersIn({}, false));
  });

  it("keeps who changed what, and raises the version", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const changed = await inTime(
      world,
      changeSettings(needs)(world.userId, { strategy: { sharesToBuy: shares(7) } }),
    );

    expect(changed).toMatchObject({ value: { version: 2, strategy: { sharesToBuy: 7 } } });
    const [latest] = await world.storage.read.settings.history(world.accountId, 1);
    expect(latest).toMatchObject({
      changedBy: world.userId,
      before: { strategy: { sharesToBuy: 10 } },
      after: { strategy: { sharesToBuy: 7 } },
    });
    expect(await world.storage.read.audit.latest(world.userId, 1)).toMatchObject([
      { action: "settings-changed" },
    ]);
  });

  it("is refused whole where automation may not be turned on", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { needs } = world.open();
    const wish = { strategy: { sharesToBuy: shares(7) }, automationEnabled: true };

    expect(await inTime(world, changeSettings(needs)(world.userId, wish))).toEqual({
      ok: false,
      refusal: { kind: "worker-offline" },
    });
    expect(await world.storage.read.settings.of(world.accountId)).toMatchObject({ version: 1 });
  });

  it("leaves automation off, and what holds the account back, where both came while it was saved", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const at = world.clock.now();
    const { read } = needs.storage;
    let isFrozen = false;
    const of = async (accountId: string) => {
      const seen = await read.settings.of(accountId);
      if (!isFrozen)
        await world.storage.transact(async (tables) => {
          const account = await tables.accounts.lock(accountId);
          if (account) await freezeAccount(tables, account, at);
        });
      isFrozen = true;
      return seen;
    };
    const settings = { ...read.settings, of };
    const slow = { ...needs, storage: { ...needs.storage, read: { ...read, settings } } };
    const wish = { strategy: { sharesToBuy: shares(7) }, automationEnabled: true };

    expect(await inTime(world, changeSettings(slow)(world.userId, wish))).toMatchObject({
      refusal: { kind: "changed-meanwhile", stored: { automationEnabled: false } },
    });

    expect(await read.settings.of(world.accountId)).toMatchObject({
      automationEnabled: false,
      strategy: { sharesToBuy: 10 },
    });
    expect((await read.accounts.byId(world.accountId))?.reductions).toMatchObject([
      { because: "books-contradicted" },
    ]);
  });

  it("leaves off what it was to switch on where the account was stopped a moment before", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage } = world;
    const { needs } = world.open();
    const at = clock.now();
    const { workers } = oneByOne(storage);
    await workers.ping({ workerId: "w", at, brokerConnected: true, marketDataActive: true });
    await storage.transact(async (tables) =>
      freezeAccount(tables, (await tables.accounts.lock(accountId))!, at),
    );
    const wish = { strategy: { sharesToBuy: shares(7) }, automationEnabled: true };

    expect(await inTime(world, changeSettings(needs)(world.userId, wish))).toMatchObject({
      refusal: { kind: "account-reduced", because: "books-contradicted" },
    });

    expect(await storage.read.settings.of(accountId)).toMatchObject({
      automationEnabled: false,
      strategy: { sharesToBuy: 10 },
    });
    expect((await storage.read.accounts.byId(accountId))?.reductions).toHaveLength(1);
  });

  it("turns automation off whether or not a worker lives", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const off = { strategy: {}, automationEnabled: false };

    expect(await inTime(world, changeSettings(needs)(world.userId, off))).toMatchObject({
      value: { automationEnabled: false },
    });
  });

  it("is refused where the band of HYBRID would be upside down", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const wish = { strategy: { ...HYBRID, buyDropMaxBps: bps(200) } };

    expect(await inTime(world, changeSettings(needs)(world.userId, wish))).toEqual({
      ok: false,
      refusal: { kind: "entry-range-invalid" },
    });
  });
});

describe("a change of the goal", () => {
  it("is stored, if it lies above the start", async () => {
    const world = await openTestWorld();
    const change = changeGoal(world.open().needs);

    expect(await inTime(world, change(world.userId, dollars(1_000_000)))).toMatchObject({
      ok: true,
    });
    expect(await world.storage.read.portfolios.ofUser(world.userId)).toMatchObject({
      goalAmount: dollars(1_000_000),
    });
    expect(await inTime(world, change(world.userId, dollars(20_000)))).toMatchObject({
      refusal: { kind: "goal-not-above-start" },
    });
  });
});

/** What the worker orders within an hour, the field changed while it runs or left as it was. */
async function ordersIn({ shape, strategy = {}, limits }: Field, isChanged: boolean) {
  const world = await openTestWorld(shape);
  const running = world.start();
  await world.clock.pass(2_000);
  if (isChanged) {
    const { needs } = running;
    const done = limits
      ? await inTime(world, changeRisk(needs)(world.userId, limits))
      : await inTime(world, changeSettings(needs)(world.userId, { strategy }));
    expect(done).toMatchObject({ ok: true });
  } else await world.clock.pass(1_000);
  await world.clock.pass(60 * MINUTE_MS);
  const orders = await ordersOf(world);
  await inTime(world, running.stop());
  return orders
    .filter(({ status }) => status !== "denied")
    .map(({ ticker, side, quantity, createdAt }) => ({
      ticker,
      side,
      quantity,
      minute: Math.floor(createdAt / MINUTE_MS),
    }));
}
