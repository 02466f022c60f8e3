import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Tables } from "../ports/stores/storage.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { AAPL, holdShares, openTestWorld } from "../testing/trading-world.ts";
import { killed, kindsOf, over, REMIND_MS, watched, watchOver } from "../testing/watched-world.ts";
import type { World } from "../testing/world/world.ts";

describe("a watch over the database", () => {
  it("tells of a killed worker within a minute, once, and when another lives", async () => {
    const { told, world, worker } = await watched();
    await world.clock.pass(5 * MINUTE_MS);
    expect(told).toEqual([]);
    const killedAt = world.clock.now();

    killed(worker);
    await world.clock.pass(MINUTE_MS);

    expect(told).toMatchObject([{ event: "begun", kind: "worker-silent" }]);
    expect(told[0]!.at - killedAt).toBeLessThanOrEqual(MINUTE_MS);
    await world.clock.pass(20 * MINUTE_MS);
    expect(told).toHaveLength(1);

    const next = world.start();
    await world.clock.pass(3 * MINUTE_MS);
    expect(told.slice(1)).toMatchObject([{ event: "ended", incident: told[0]!.incident }]);
    await over(world, next);
  });

  it("tells of one that was stopped on purpose too: nobody trades either way", async () => {
    const { told, world, worker } = await watched();
    await over(world, worker);

    await world.clock.pass(MINUTE_MS);

    expect(kindsOf(told)).toEqual(["begun worker-silent"]);
  });

  it("tells of a worker that never was", async () => {
    const world = await openTestWorld();
    const { told } = watchOver(world);

    await world.clock.pass(MINUTE_MS);

    expect(kindsOf(told)).toEqual(["begun worker-silent"]);
    expect(told[0]!.sentences[0]).toBe("No worker has ever said that it lives.");
  });

  it("tells nothing of the prices and brokers of a worker that is silent", async () => {
    const { told, world, worker } = await watched();
    await over(world, worker);
    await pinging(world, { brokerConnected: false, disconnectedAccounts: [world.accountId] }, 4);
    expect(kindsOf(told)).toEqual(["begun broker-disconnected"]);

    await world.clock.pass(5 * MINUTE_MS);

    expect(kindsOf(told).slice(1)).toEqual(["begun worker-silent"]);
  });

  it("stays quiet while another worker lives", async () => {
    const { told, world, worker } = await watched();
    const other = world.start();
    await world.clock.pass(MINUTE_MS);

    killed(worker);
    await world.clock.pass(5 * MINUTE_MS);

    expect(kindsOf(told)).toEqual([]);
    await over(world, other);
  });

  it.each([-10 * MINUTE_MS, 10 * MINUTE_MS])(
    "is not misled by a clock that is %i ms ahead of its own",
    async (clockAheadMs) => {
      const { told, world, worker } = await watched({ clockAheadMs });
      await world.clock.pass(10 * MINUTE_MS);
      expect(told).toEqual([]);

      killed(worker);
      await world.clock.pass(MINUTE_MS);

      expect(kindsOf(told)).toEqual(["begun worker-silent"]);
    },
  );

  it("says which accounts are concerned, and what would sell what they hold", async () => {
    const { told, world, worker } = await watched();
    await world.clock.pass(MINUTE_MS);
    killed(worker);
    await holdShares(world, AAPL, 12, true);

    await world.clock.pass(MINUTE_MS);

    const [account] = told[0]!.accounts;
    expect(account).toMatchObject({ label: "Primary Account", isAutomated: true });
    expect(account!.positions).toBeGreaterThanOrEqual(1);
    expect(told[0]!.sentences.join(" ")).toMatch(
      /Primary Account: automation is on, it holds \d+ positions?; no order to sell stands at the broker/,
    );
  });

  it("reminds of what still stands", async () => {
    const { told, world, worker } = await watched();
    killed(worker);

    await world.clock.pass(2 * REMIND_MS + 2 * MINUTE_MS);

    expect(kindsOf(told)).toEqual([
      "begun worker-silent",
      "standing worker-silent",
      "standing worker-silent",
    ]);
    expect(new Set(told.map(({ incident }) => incident)).size).toBe(1);
  });

  it("says that it sees nothing, with what it saw last, and takes nothing for well meanwhile", async () => {
    const { told, world, worker, blind } = await watched();
    killed(worker);
    await world.clock.pass(MINUTE_MS);

    blind("the database does not answer");
    await world.clock.pass(20 * MINUTE_MS);

    expect(kindsOf(told)).toEqual(["begun worker-silent", "begun unseen"]);
    expect(told[1]!.sentences.join(" ")).toContain("The database does not answer");
    expect(told[1]!.accounts).toMatchObject([{ label: "Primary Account" }]);
    blind(undefined);
    await world.clock.pass(5 * MINUTE_MS);
    expect(kindsOf(told).slice(2)).toEqual(["ended unseen"]);
  });

  it("says that it sees nothing when nobody ever answers", async () => {
    const { told, world, blind } = await watched();

    blind("never");
    await world.clock.pass(MINUTE_MS);

    expect(kindsOf(told)).toEqual(["begun unseen"]);
    expect(told[0]!.sentences[0]).toBe("No answer within 8 seconds.");
  });

  it("takes no notice of what is over within seconds", async () => {
    const { told, world, blind } = await watched();

    for (let times = 0; times < 20; times += 1) {
      blind("a moment");
      await world.clock.pass(12_000);
      blind(undefined);
      await world.clock.pass(8_000);
    }

    expect(told).toEqual([]);
  });

  it("tells ever fewer ends of what comes and goes", async () => {
    const { told, world, blind } = await watched();

    for (let times = 0; times < 30; times += 1) {
      blind("it comes");
      await world.clock.pass(30_000);
      blind(undefined);
      await world.clock.pass(90_000);
    }

    // An hour of thirty outages: the first are told one by one, later ones are one.
    expect(told.filter(({ event }) => event === "begun").length).toBeLessThanOrEqual(3);
    await world.clock.pass(20 * MINUTE_MS);
    expect(told.at(-1)!.event).toBe("ended");
  });

  it("says what is wrong when it is started again", async () => {
    const { told, world, worker, stop, start } = await watched();
    killed(worker);
    await world.clock.pass(MINUTE_MS);
    stop();
    await world.clock.pass(MINUTE_MS);

    start();
    await world.clock.pass(30_000);

    expect(kindsOf(told)).toEqual(["begun worker-silent", "begun worker-silent"]);
  });

  it("tells of an automated account whose broker is away, in the exchange's hours alone", async () => {
    const { told, world, worker } = await watched();
    await over(world, worker);
    await pinging(world, { brokerConnected: false, disconnectedAccounts: [world.accountId] }, 4);
    expect(told).toMatchObject([{ event: "begun", kind: "broker-disconnected" }]);
    expect(told[0]!.headline).toBe("The broker of Primary Account is not connected");

    await pinging(world, {}, 4);
    expect(kindsOf(told).slice(1)).toEqual(["ended broker-disconnected"]);

    const night = await watched({ startsAt: NIGHT });
    await over(night.world, night.worker);
    const lost = { brokerConnected: false, disconnectedAccounts: [night.world.accountId] };
    await pinging(night.world, { ...lost, marketDataActive: false }, 4);
    expect(night.told).toEqual([]);
  });

  it("is quiet about the broker of an account without automation", async () => {
    const { told, world, worker } = await watched({ automationEnabled: false });
    await over(world, worker);

    await pinging(world, { brokerConnected: false, disconnectedAccounts: [world.accountId] }, 4);

    expect(told).toEqual([]);
  });

  it("tells of prices that do not come while the market is open", async () => {
    const { told, world, worker } = await watched();
    await over(world, worker);

    await pinging(world, { marketDataActive: false }, 4);

    expect(kindsOf(told)).toEqual(["begun prices-silent"]);
  });
});

/** A Sunday. */
const NIGHT = instant(Date.UTC(2026, 2, 8, 8));

/** So many minutes of a worker that pings as it should, and says this. */
async function pinging(
  { clock, storage }: World,
  ping: Partial<Parameters<Tables["workers"]["ping"]>[0]>,
  minutes: number,
) {
  for (let times = 0; times < 12 * minutes; times += 1) {
    await oneByOne(storage).workers.ping({
      workerId: "another",
      at: clock.now(),
      brokerConnected: true,
      marketDataActive: true,
      ...ping,
    });
    await clock.pass(5_000);
  }
}
