import { describe, expect, it } from "vitest";
import type { Decision } from "../../ports/stores/decision-store.ts";
import { attachedAccount, WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { drain } from "../../testing/trading-world.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "../session/attach-account.ts";
import { type Kept, openKeepTogether } from "./keep-together.ts";
import { LeaseLost } from "./write-as-worker.ts";

const SETTINGS_VERSION = 1;

/** Three accounts of one worker, each with a line to write, and what was written. */
async function three() {
  const attached = await attachedAccount({ others: [{ user: 0 }, { user: 0 }] });
  const { needs, world } = attached;
  const kept: Kept[] = [];
  for (const { accountId } of world.accounts) {
    const account = (await world.storage.read.accounts.byId(accountId))!;
    const following = { ...needs, minutes: openRecentMinutes(needs) };
    const followed =
      accountId === world.accountId
        ? attached.followed
        : (await attachAccount(following, WORKER, account))!;
    const line: Decision = {
      ...{ accountId, at: world.clock.now(), ticker: world.tickers[0]! },
      ...{ verdict: "watching", settingsVersion: SETTINGS_VERSION },
    };
    kept.push({ followed, lines: [line] });
  }
  let transactions = 0;
  const storage: typeof needs.storage = {
    read: needs.storage.read,
    transact: (work, options) => {
      transactions += 1;
      return needs.storage.transact(work, options);
    },
  };
  const linesOf = async ({ followed }: Kept) =>
    (await world.storage.read.decisions.page(followed.id, { limit: 10 })).rows.length;
  return {
    ...{ kept, needs: { ...needs, storage }, world },
    transactions: () => transactions,
    written: () => Promise.all(kept.map(linesOf)),
  };
}

describe("what a worker remembers of its accounts", () => {
  it("is written in one transaction for all that came while another was under way", async () => {
    const { kept, needs, transactions, written } = await three();
    const { storage } = needs;
    const others: Promise<string>[] = [];
    const busy: typeof storage = {
      read: storage.read,
      transact(work, options) {
        if (others.length === 0) others.push(...kept.slice(1).map((each) => together.keep(each)));
        return storage.transact(work, options);
      },
    };
    const together = openKeepTogether({ ...needs, storage: busy });

    expect(await together.keep(kept[0]!)).toBe("kept");
    expect(await Promise.all(others)).toEqual(["kept", "kept"]);
    expect(await written()).toEqual([1, 1, 1]);
    expect(transactions()).toBe(2);
  });

  it("is written once the orders of the moment are", async () => {
    const { kept, needs, transactions, written } = await three();
    let tellQuiet = () => {};
    const quiet = new Promise<void>((tell) => {
      tellQuiet = tell;
    });
    const together = openKeepTogether(needs, { quiet: () => quiet });

    const outcomes = Promise.all(kept.map((each) => together.keep(each)));
    await drain();
    expect(transactions()).toBe(0);

    tellQuiet();
    expect(await outcomes).toEqual(["kept", "kept", "kept"]);
    expect(await written()).toEqual([1, 1, 1]);
  });

  it("is refused for the one whose lease is lost, and written for the others", async () => {
    const { kept, needs, world, written } = await three();
    const together = openKeepTogether(needs);
    await oneByOne(world.storage).leases.release(kept[2]!.followed.id, WORKER.workerId);

    const outcomes = await Promise.allSettled(kept.map((each) => together.keep(each)));

    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect((outcomes[2] as PromiseRejectedResult).reason).toBeInstanceOf(LeaseLost);
    expect(await written()).toEqual([1, 1, 0]);
  });

  it("is written for the others where that of one cannot be", async () => {
    const { kept, needs, written } = await three();
    const { storage } = needs;
    const refusing: typeof storage = {
      read: storage.read,
      transact: (work, options) =>
        storage.transact((tables) => {
          const add = (lines: readonly Decision[]) =>
            lines.some(({ accountId }) => accountId === kept[1]!.followed.id)
              ? Promise.reject(new Error("planted"))
              : tables.decisions.add(lines);
          return work({ ...tables, decisions: { ...tables.decisions, add } });
        }, options),
    };
    const together = openKeepTogether({ ...needs, storage: refusing });

    const outcomes = await Promise.allSettled(kept.map((each) => together.keep(each)));

    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await written()).toEqual([1, 0, 1]);
  });

  it("asks for trails with the leases, and writes all it writes before one of it is answered", async () => {
    const { kept, needs, written } = await three();
    const { storage } = needs;
    const steps: string[] = [];
    const noted =
      <Wanted extends unknown[], Answer>(
        name: string,
        asked: (...wanted: Wanted) => Promise<Answer>,
      ) =>
      async (...wanted: Wanted): Promise<Answer> => {
        steps.push(name);
        const answer = await asked(...wanted);
        steps.push(`${name}: answered`);
        return answer;
      };
    const noting: typeof storage = {
      read: storage.read,
      transact: (work, options) =>
        storage.transact(({ decisions, leases, trails, ...tables }) => {
          const { add } = decisions;
          const { ofAll, saveAll } = trails;
          return work({
            ...tables,
            decisions: { ...decisions, add: noted("lines", add) },
            leases: { ...leases, hold: noted("leases", leases.hold) },
            trails: { ...trails, ofAll: noted("trails", ofAll), saveAll: noted("save", saveAll) },
          });
        }, options),
    };

    await openKeepTogether({ ...needs, storage: noting }).keep(kept[0]!);

    expect(steps.slice(0, 2)).toEqual(["leases", "trails"]);
    expect(steps.slice(4, 6)).toEqual(["save", "lines"]);
    expect(await written()).toEqual([1, 0, 0]);
  });
});
