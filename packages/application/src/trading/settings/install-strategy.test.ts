import { describe, expect, it } from "vitest";
import { openTestWorld } from "../../testing/trading-world.ts";
import { installStrategy, removeStrategy } from "./install-strategy.ts";

const IDEA = { name: "idea.js", sha256: "d".repeat(64), parameters: { shares: 4 } };

describe("a strategy that is installed", () => {
  it("is on record, and ends what had stopped the one before and nothing else", async () => {
    const world = await openTestWorld();
    const at = world.clock.now();
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (account) => ({
        ...account,
        reductions: [
          { because: "strategy-stopped", at },
          { because: "cash-differs", at },
        ],
      })),
    );

    const installed = await installStrategy(world)(world.accountId, IDEA);

    const row = await world.storage.read.accounts.byId(world.accountId);
    expect(installed).toEqual({ ok: true, value: { ...IDEA, installedAt: at } });
    expect(row?.own).toEqual({ ...IDEA, installedAt: at });
    expect(row?.reductions?.map(({ because }) => because)).toEqual(["cash-differs"]);
    expect(await world.storage.read.audit.latest(world.userId, 1)).toMatchObject([
      { action: "strategy-installed", text: `Primary Account: idea.js, ${IDEA.sha256}` },
    ]);
  });

  it("leaves with the automation, so that the built-in rule does not begin by itself", async () => {
    const world = await openTestWorld();
    await installStrategy(world)(world.accountId, IDEA);

    const removed = await removeStrategy(world)(world.accountId);
    const again = await removeStrategy(world)(world.accountId);

    const { read } = world.storage;
    expect(removed.ok).toBe(true);
    expect((await read.accounts.byId(world.accountId))?.own).toBeUndefined();
    expect((await read.settings.of(world.accountId))?.automationEnabled).toBe(false);
    expect(again).toEqual({ ok: false, refusal: "none-installed" });
  });

  it("trades real money by its own hash alone, and no visitor's account", async () => {
    const world = await openTestWorld();
    const install = installStrategy(world);
    const change = world.storage.transact.bind(world.storage);
    await change(({ accounts }) =>
      accounts.change(world.accountId, (account) => ({ ...account, venue: "live" })),
    );

    const silent = await install(world.accountId, IDEA);
    const other = await install(world.accountId, { ...IDEA, liveSha256: "e".repeat(64) });
    const named = await install(world.accountId, { ...IDEA, liveSha256: IDEA.sha256 });
    await change(({ users }) => users.change(world.userId, (user) => ({ ...user, isDemo: true })));
    const visitor = await install(world.accountId, { ...IDEA, liveSha256: IDEA.sha256 });

    expect([silent, other, visitor]).toEqual(
      ["live-not-named", "live-not-named", "demo-account"].map((refusal) => ({
        ok: false,
        refusal,
      })),
    );
    expect(named).toMatchObject({ ok: true, value: { liveSha256: IDEA.sha256 } });
  });
});
