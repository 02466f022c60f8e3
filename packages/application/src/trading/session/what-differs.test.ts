import type { Ticker } from "@sevenfold/domain/market";
import { bps, money, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, dollars, openTestWorld } from "../../testing/trading-world.ts";
import type { Drift, Reconciled } from "../account/reconciled.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "./attach-account.ts";
import { noteDrift } from "./note-drift.ts";

const OURS = dollars(1_200);

/** An account that is told what was found, one reconciliation after the other. */
async function opened() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const followed = (await attachAccount(
    { ...needs, minutes: openRecentMinutes(needs) },
    { workerId: "worker-1", collarBps: bps(300) },
    account,
  ))!;
  const told: string[] = [];
  needs.announcer.listen(
    ({ topic }) => void told.push(topic),
    () => {},
  );
  return {
    told,
    /** What holds the account back after that. */
    async find(found: Partial<Reconciled>) {
      const cashDrift = found.cashDrift ?? money(0);
      const reconciled: Reconciled = {
        ...{ at: world.clock.now(), drift: [], held: 0, cash: OURS, unbooked: [] },
        ...{ inParts: new Set(), tradedAside: new Set() },
        broker: { cash: money(OURS - cashDrift) } as Reconciled["broker"],
        ...found,
        cashDrift,
      };
      await noteDrift(needs, followed, reconciled);
      followed.reconciled = reconciled;
      const row = await world.storage.read.accounts.byId(account.id);
      return (row?.reductions ?? []).map(({ about, because }) => `${because} ${about}`);
    },
  };
}

const drift = (theirs: number, ticker = AAPL): Drift => ({
  ticker,
  ours: shares(10),
  theirs: shares(theirs),
});

describe("what differs between books and broker", () => {
  it("is cash that was the same twice, either way and from a cent on, until it agrees", async () => {
    const { find, told } = await opened();
    const cashDrift = money(-500_000);

    expect(await find({ cashDrift: money(-99) })).toEqual([]);
    expect(await find({ cashDrift: money(-99) })).toEqual([]);
    expect(await find({ cashDrift })).toEqual([]);
    expect(await find({ cashDrift: money(100) })).toEqual([]);
    expect(told).not.toContain("settings");
    expect(await find({ cashDrift: money(100) })).toHaveLength(1);
    expect(told).toContain("settings");
    expect(await find({ cashDrift })).toHaveLength(1);
    expect(await find({ cashDrift })).toEqual([
      "cash-differs Cash: $1,250.00 there, $1,200.00 here; no activity the broker told of explains $50.00.",
    ]);
    expect(await find({})).toEqual([]);
  });

  it("is a holding that was the same twice, and told anew where it is another", async () => {
    const { find } = await opened();

    expect(await find({ drift: [drift(7)] })).toEqual([]);
    expect(await find({ drift: [drift(6)] })).toEqual([]);
    expect(await find({ drift: [drift(6)] })).toEqual(["holdings-differ AAPL: 6 there, 10 here."]);
    expect(await find({ drift: [drift(5)] })).toEqual(["holdings-differ AAPL: 6 there, 10 here."]);
    expect(await find({ drift: [drift(5)] })).toEqual(["holdings-differ AAPL: 5 there, 10 here."]);
    expect(await find({})).toEqual([]);
  });

  it("is named by five symbols, and how many more there are", async () => {
    const { find } = await opened();
    const all = ["A", "B", "C", "D", "E", "F"].map((ticker) => drift(1, ticker as Ticker));
    const five = all.slice(0, 5);
    const words = (some: readonly Drift[]) =>
      some.map(({ ticker }) => `${ticker}: 1 there, 10 here`).join("; ");

    await find({ drift: five });
    expect(await find({ drift: five })).toEqual([`holdings-differ ${words(five)}.`]);
    await find({ drift: all });
    expect(await find({ drift: all })).toEqual([`holdings-differ ${words(five)}; and 1 more.`]);
  });

  it("is a correction that is not booked, for as long as holdings or cash differ", async () => {
    const { find } = await opened();
    const unbooked = ["One.", "Two.", "One."];
    const about = "correction-unbooked One. Two.";

    expect(await find({ unbooked, drift: [drift(6)] })).toEqual([about]);
    expect(await find({ unbooked, cashDrift: money(100) })).toEqual([about]);
    expect(await find({ unbooked })).toEqual([]);
  });
});
