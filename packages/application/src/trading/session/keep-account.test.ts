import { addSymbol, restorePosition } from "@sevenfold/domain/book";
import { bps, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { dollars, inTime, openTestWorld, TSLA } from "../../testing/trading-world.ts";
import { openKeepTogether } from "../account/keep-together.ts";
import { openRowVersions } from "../account/row-versions.ts";
import { noteIntent, noteVerdicts } from "../decisions/journal-decisions.ts";
import { openBeats } from "./beats.ts";
import { heartbeat, keepAccount, keepRows } from "./keep-account.ts";

describe("asking the broker how things stand", () => {
  it("is done again within ten seconds where it gave no answer, and else once a minute", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(30_000);
    const lastOf = () => process.worker.accountView(world.accountId)!.reconciled!.at;
    const putOff = () =>
      world.log.lines.filter(({ event }) => event === "reconciliation-put-off").length;
    const before = lastOf();
    world.venue.faults = { ...NO_FAULTS, failedRead: 1 };
    for (let second = 0; second < 90 && putOff() === 0; second += 1) await world.clock.pass(1_000);
    expect(putOff()).toBe(1);
    expect(lastOf()).toBe(before);

    world.venue.faults = NO_FAULTS;
    await world.clock.pass(15_000);
    expect(lastOf()).toBeGreaterThan(before);
    const asked: number[] = [lastOf()];
    for (let second = 0; second < 200; second += 1) {
      await world.clock.pass(1_000);
      if (asked.at(-1) !== lastOf()) asked.push(lastOf());
    }
    const apart = asked.slice(1).map((at, index) => at - asked[index]!);
    expect(apart[0]).toBeLessThanOrEqual(61_000);
    // At its own moment of each minute.
    for (const ms of apart.slice(1)) expect(Math.abs(ms - 60_000)).toBeLessThanOrEqual(1_000);
    expect(apart.length).toBeGreaterThanOrEqual(3);
    await inTime(world, process.stop());
  });
});

describe("the rows of an account", () => {
  it("are announced once they say why something was traded, and not for anything else they say", async () => {
    const { followed, needs, see, world } = await attachedAccount({ automationEnabled: true });
    const together = openKeepTogether(needs);
    const heard: string[] = [];
    world.announcer.listen(({ topic }) => heard.push(topic));
    const keep = async () => {
      heard.length = 0;
      await inTime(world, keepRows(needs, followed, together));
      return [...heard];
    };
    see(100);
    noteVerdicts(followed, world.clock.now());
    expect(await keep()).toEqual([]);

    const [intent] = see(90);
    noteIntent(followed, { intent: intent!, settingsVersion: 1 });
    expect(await keep()).toEqual(["account"]);
    expect(await keep()).toEqual([]);
  });

  it("are in one round's hands: while the storage is slow no other begins", async () => {
    const { followed, needs, world } = await attachedAccount();
    let asked = 0;
    let answer = () => {};
    const versions = {
      of: () => {
        asked += 1;
        return new Promise<undefined>((resolve) => {
          answer = () => resolve(undefined);
        });
      },
    };
    const beat = keepAccount(needs, followed, { together: openKeepTogether(needs), versions });
    const begun = Array.from({ length: 30 }, () => beat()).filter((round) => round !== undefined);

    expect([begun.length, asked]).toEqual([1, 1]);
    answer();
    expect(await inTime(world, begun[0]!)).toBe("goes-on");
    const next = Array.from({ length: 5 }, () => beat()).filter((round) => round !== undefined);
    expect([next.length, asked]).toEqual([1, 2]);
    answer();
    await inTime(world, next[0]!);
  });

  it("are read every ten minutes while nothing changes, and soon after a change that nobody told", async () => {
    const { reads, world, end } = await keptAccount();
    const readWithin = async (ms: number) => {
      const before = reads();
      await world.clock.pass(ms);
      return reads() - before;
    };
    await world.clock.pass(606_000);
    expect(await readWithin(1_200_000)).toBe(2);

    await world.storage.transact(({ settings }) =>
      settings.change(world.accountId, "another process", (row) => ({
        ...row,
        stopAtBroker: !row.stopAtBroker,
      })),
    );
    expect(await readWithin(6_000)).toBe(1);
    expect(await readWithin(20_000)).toBe(0);
    await end();
  });

  it("are read again where they changed while they were read", async () => {
    const { followed, reads, world, end, whileRead } = await keptAccount();
    await world.clock.pass(22_000);
    const before = reads();
    const change = (drop: number) =>
      world.storage.transact(({ settings }) =>
        settings.change(world.accountId, "another process", (row) => ({
          ...row,
          strategy: { ...row.strategy, buyDropBps: bps(drop) },
        })),
      );
    await change(300);
    whileRead(() => change(500));
    await world.clock.pass(12_000);

    expect(reads() - before).toBe(2);
    expect(followed.settings.strategy.buyDropBps).toBe(500);
    await end();
  });

  it("are read every five seconds while an order is at work, and of those that people set none", async () => {
    const { followed, reads, tradedReads, world, end } = await keptAccount();
    await world.clock.pass(11_000);
    const before = [reads(), tradedReads()];
    followed.placing.set(0, "K1");
    await world.clock.pass(25_000);

    expect([reads(), tradedReads() - 5]).toEqual(before);
    followed.placing.clear();
    await end();
  });
});

/** An account that is kept by its loop, and how often its settings and what was traded were read. */
async function keptAccount() {
  const attached = await attachedAccount();
  const { followed, needs, world } = attached;
  const { read } = needs.storage;
  let reads = 0;
  let meanwhile: (() => Promise<unknown>) | undefined;
  const settings = {
    ...read.settings,
    async of(id: string) {
      reads += 1;
      const stored = await read.settings.of(id);
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      return stored;
    },
  };
  let tradedReads = 0;
  const holdings = {
    ...read.holdings,
    ofAccount(id: string) {
      tradedReads += 1;
      return read.holdings.ofAccount(id);
    },
  };
  const counted = {
    ...needs,
    storage: { ...needs.storage, read: { ...read, holdings, settings } },
  };
  const upkeep = { together: openKeepTogether(counted), versions: openRowVersions(counted) };
  const round = keepAccount(counted, followed, upkeep);
  let last: Promise<unknown> = Promise.resolve();
  openBeats(world.clock).join(() => {
    last = round() ?? last;
  }, followed.ending.signal);
  const end = async () => {
    followed.ending.abort();
    await inTime(world, last);
  };
  const whileRead = (work: () => Promise<unknown>) => {
    meanwhile = work;
  };
  return { ...attached, reads: () => reads, tradedReads: () => tradedReads, whileRead, end };
}

describe("a beat of the account's heart", () => {
  it("values what came to be held of a symbol that nobody followed, though no price of it comes", async () => {
    const { followed, needs } = await attachedAccount();
    const { book } = followed;
    const holding = { held: shares(5), costBasis: dollars(0), managed: false };
    restorePosition(book, addSymbol(book, TSLA), holding);
    heartbeat(needs, followed);
    expect(book.unpriced).toBe(1);

    // Its market was asked for the latest, which nobody is told.
    const latest = () => ({ price: price(2_500_000) }) as never;
    heartbeat({ ...needs, prices: { ...needs.prices, latest } }, followed);

    expect(book.unpriced).toBe(0);
  });
});
