import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Account } from "../ports/stores/account.ts";
import { AAPL, holdShares } from "../testing/trading-world.ts";
import { kindsOf, REMIND_MS, watched } from "../testing/watched-world.ts";
import type { World } from "../testing/world/world.ts";
import { freezeAccount } from "../trading/safeguards/freeze-account.ts";
import { reduceAccount } from "../trading/safeguards/reduce-account.ts";

/** A Sunday. */
const NIGHT = instant(Date.UTC(2026, 2, 8, 8));

describe("an account that a safeguard has stopped", () => {
  it("is told of at any hour, with what happened and what it holds, until somebody has looked", async () => {
    const { told, world } = await atBroker({ startsAt: NIGHT, automationEnabled: false });
    await holdShares(world, AAPL, 10, true);
    await changed(world, (tables, account) =>
      freezeAccount(tables, account, world.clock.now(), "It sold what was never bought."),
    );
    await world.clock.pass(MINUTE_MS / 2);

    expect(told).toMatchObject([
      {
        event: "begun",
        kind: "exits-stopped",
        headline: "The agent has stopped trading Primary Account",
        sentences: [
          "The broker reported something that contradicts our books. It sold what was never bought.",
          "The agent neither buys nor sells there until somebody has looked and switched automation on again.",
          "Primary Account: automation is off, it holds 1 position; no order to sell stands at the broker.",
          expect.stringMatching(/^Since /),
        ],
      },
    ]);

    // As who switches automation on does.
    await changed(world, ({ accounts }, { id }) =>
      accounts.change(id, ({ reductions: _, ...row }) => row),
    );
    await world.clock.pass(2 * MINUTE_MS);
    expect(kindsOf(told)).toEqual(["begun exits-stopped", "ended exits-stopped"]);
  });

  it("is told of no more once it is paused", async () => {
    const { told, world } = await atBroker();
    await changed(world, (tables, account) => freezeAccount(tables, account, world.clock.now()));
    await world.clock.pass(MINUTE_MS);

    await changed(world, (tables, { id }) =>
      tables.accounts.change(id, (row) => ({ ...row, status: "disabled" })),
    );
    await world.clock.pass(2 * MINUTE_MS);

    expect(kindsOf(told)).toEqual(["begun exits-stopped", "ended exits-stopped"]);
  });

  it("is told of once, and again only when it is stopped for something else too", async () => {
    const { told, world } = await atBroker({ startsAt: NIGHT, automationEnabled: false });
    await changed(world, (tables, account) =>
      freezeAccount(tables, account, world.clock.now(), "It sold what was never bought."),
    );
    await world.clock.pass(4 * REMIND_MS);
    expect(kindsOf(told)).toEqual(["begun exits-stopped"]);

    await changed(world, (tables, account) =>
      reduceAccount(tables, account, {
        because: "restored",
        at: world.clock.now(),
        about: "AAPL",
      }),
    );
    await world.clock.pass(4 * REMIND_MS);

    expect(kindsOf(told)).toEqual(["begun exits-stopped", "standing exits-stopped"]);
    expect(told[1]!.sentences.join(" ")).toContain("AAPL");
    expect(told[1]!.incident).toBe(told[0]!.incident);
  });

  it("is told of until somebody hears it", async () => {
    const { deafen, told, world } = await atBroker({ startsAt: NIGHT, automationEnabled: false });
    deafen(true);
    await changed(world, (tables, account) =>
      freezeAccount(tables, account, world.clock.now(), "It sold what was never bought."),
    );
    await world.clock.pass(REMIND_MS / 2);
    deafen(false);
    await world.clock.pass(4 * REMIND_MS);

    expect(kindsOf(told)).toEqual(["standing exits-stopped"]);
  });

  it("is another than one that only buys no more", async () => {
    const { told, world } = await atBroker();
    await changed(world, (tables, account) =>
      reduceAccount(tables, account, { because: "too-many-rejections", at: world.clock.now() }),
    );

    await world.clock.pass(2 * MINUTE_MS);

    expect(told).toEqual([]);
  });
});

async function atBroker(shape: Parameters<typeof watched>[0] = {}) {
  const { deafen, told, world, worker } = await watched(shape);
  await changed(world, ({ accounts }, { id }) =>
    accounts.change(id, (row) => ({ ...row, venue: "paper" })),
  );
  return { deafen, told, world, worker };
}

const changed = (
  { accountId, storage }: World,
  work: (
    tables: Parameters<Parameters<World["storage"]["transact"]>[0]>[0],
    account: Account,
  ) => Promise<unknown>,
) =>
  storage.transact(async (tables) => {
    await work(tables, (await tables.accounts.lock(accountId))!);
  });
