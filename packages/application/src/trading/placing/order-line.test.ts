import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import {
  type Storage,
  StorageUnavailable,
  type Tables,
  takenBack,
} from "../../ports/stores/storage.ts";
import { AAPL, automatedDraft, drain, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import type { AutomatedDraft } from "../account/order-draft.ts";
import { LeaseLost } from "../account/write-as-worker.ts";
import type { Written } from "../orders/written-order.ts";
import { openOrderLine } from "./order-line.ts";
import type { WriteNeeds } from "./write-automated-order.ts";

type Around = (tables: Tables) => Tables;

/** Three accounts of one worker that want to buy, each with a draft, and what is asked of the storage. */
async function three({ around = (tables) => tables }: { readonly around?: Around } = {}) {
  const world = await openTestWorld({ others: [{ user: 0 }, { user: 0 }], tickers: [AAPL, MSFT] });
  const process = world.open();
  const { needs } = process;
  const first = await automatedDraft(world, process);
  const drafts: AutomatedDraft[] = [];
  for (const { accountId } of world.accounts) {
    const wanted = { accountId, owner: "test-worker", durationMs: 60_000 };
    const lease = await world.storage.transact(({ leases }) => leases.acquire(wanted));
    drafts.push({ ...first, accountId, leaseEpoch: lease!.epoch });
  }
  let transactions = 0;
  let isOver = false;
  let after = 0;
  const count = () => {
    if (isOver) after += 1;
  };
  const storage: Storage = {
    read: needs.storage.read,
    transact: (work, options) => {
      transactions += 1;
      return needs.storage.transact(async (tables) => {
        isOver = false;
        try {
          return await work(around(counted(tables, count)));
        } finally {
          isOver = true;
        }
      }, options);
    },
  };
  const own: WriteNeeds = { ...needs, storage };
  const line = openOrderLine(own);
  const written = (some: readonly AutomatedDraft[]) =>
    Promise.allSettled(some.map((draft) => line.write(own, draft)));
  const onRecord = async () => {
    const of = ({ accountId }: AutomatedDraft) => world.storage.read.orders.latest(accountId, 10);
    return (await Promise.all(drafts.map(of))).map((orders) => orders.map(({ status }) => status));
  };
  return {
    ...{ drafts, line, onRecord, own, world, written },
    transactions: () => transactions,
    askedAfterEnd: () => after,
  };
}

/** All three are written, while the row of one is held for so many turns: in how many transactions. */
async function transactionsWhileHeld(turns: number): Promise<number> {
  const held = { id: "", turns };
  const { drafts, onRecord, transactions, written } = await three({
    around: (tables) => ({
      ...tables,
      accounts: {
        ...tables.accounts,
        async lockFree(ids) {
          const free = await tables.accounts.lockFree(ids);
          held.turns -= 1;
          return held.turns < 0 ? free : free.filter(({ id }) => id !== held.id);
        },
      },
    }),
  });
  held.id = drafts[1]!.accountId;

  expect((await written(drafts)).map(kindOf)).toEqual(["to-send", "to-send", "to-send"]);
  expect(await onRecord()).toEqual([["submitting"], ["submitting"], ["submitting"]]);
  return transactions();
}

/** Tables that tell of each call of theirs. */
const counted = (tables: Tables, tell: () => unknown): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, store]) => [
      name,
      Object.fromEntries(
        Object.entries(store).map(([method, work]) => [
          method,
          (...asked: readonly unknown[]) => {
            tell();
            return (work as (...all: readonly unknown[]) => unknown)(...asked);
          },
        ]),
      ),
    ]),
  ) as unknown as Tables;

const kindOf = (one: PromiseSettledResult<Written>): unknown => {
  if (one.status === "rejected") return one.reason;
  const { value } = one;
  if (value.kind !== "answered") return value.kind;
  return value.answer.ok ? "known" : value.answer.refusal.kind;
};

describe("the orders of a worker's accounts", () => {
  it("are written in one transaction where they wait at the same moment", async () => {
    const { drafts, onRecord, transactions, written } = await three();

    expect((await written(drafts)).map(kindOf)).toEqual(["to-send", "to-send", "to-send"]);
    expect(transactions()).toBe(1);
    expect(await onRecord()).toEqual([["submitting"], ["submitting"], ["submitting"]]);
  });

  it("are not written for the account that another worker has, and are for the others", async () => {
    const { drafts, onRecord, written } = await three();
    const [one, other, third] = drafts as [AutomatedDraft, AutomatedDraft, AutomatedDraft];
    const answers = await written([one, { ...other, leaseEpoch: other.leaseEpoch - 1 }, third]);

    expect(answers.map(kindOf)).toEqual(["to-send", expect.any(LeaseLost), "to-send"]);
    expect(await onRecord()).toEqual([["submitting"], [], ["submitting"]]);
  });

  it("are of the next turn where somebody holds the account's row", async () => {
    expect(await transactionsWhileHeld(1)).toBe(2);
  });

  it("are of a later turn where somebody holds it on", async () => {
    expect(await transactionsWhileHeld(9)).toBe(10);
  });

  it("are written alone where that does not end", async () => {
    expect(await transactionsWhileHeld(99)).toBe(11);
  });

  it("fail alone: where one cannot be written the others are, each by itself", async () => {
    const broken = { id: "" };
    const { askedAfterEnd, drafts, onRecord, transactions, written } = await three({
      around: (tables) => ({
        ...tables,
        orders: {
          ...tables.orders,
          async add(order) {
            if (order.accountId === broken.id) throw new Error("no room");
            await drain();
            return tables.orders.add(order);
          },
          async addNew(orders) {
            if (orders.some(({ accountId }) => accountId === broken.id)) throw new Error("no room");
            await drain();
            return tables.orders.addNew(orders);
          },
        },
      }),
    });
    broken.id = drafts[0]!.accountId;

    const answers = await written(drafts);

    expect(answers.map(kindOf)).toEqual([new Error("no room"), "to-send", "to-send"]);
    expect(transactions()).toBe(4);
    expect(askedAfterEnd()).toBe(0);
    expect(await onRecord()).toEqual([[], ["submitting"], ["submitting"]]);
  });

  it.each([new StorageUnavailable("the answer was lost"), new Error("the answer was lost")])(
    "are not tried again where nobody knows whether they were committed: %s",
    async (lost) => {
      const { drafts, line, own, onRecord, world } = await three();
      let tries = 0;
      const gone = openOrderLine({
        clock: own.clock,
        storage: {
          read: own.storage.read,
          async transact(work) {
            tries += 1;
            await world.storage.transact(work);
            throw lost;
          },
        },
      });
      const answers = await Promise.allSettled(drafts.map((draft) => gone.write(own, draft)));

      expect(answers.map(kindOf)).toEqual(drafts.map(() => lost));
      expect(tries).toBe(1);
      expect(await onRecord()).toEqual([["submitting"], ["submitting"], ["submitting"]]);
      // Who asks again is told of the order that is on record, and sends nothing.
      const again = await Promise.allSettled(drafts.map((draft) => line.write(own, draft)));
      expect(again.map(kindOf)).toEqual(["known", "known", "known"]);
    },
  );

  it("are written alone where the database took back what was to be committed", async () => {
    const { drafts, onRecord, own } = await three();
    let tries = 0;
    const line = openOrderLine({
      clock: own.clock,
      storage: {
        read: own.storage.read,
        transact: (work) =>
          own.storage.transact(async (tables) => {
            tries += 1;
            await work(tables);
            throw takenBack(new Error("one of them cannot be"));
          }),
      },
    });
    const answers = await Promise.allSettled(drafts.map((draft) => line.write(own, draft)));

    expect(answers.map(kindOf)).toEqual(["to-send", "to-send", "to-send"]);
    expect(tries).toBe(1);
    expect(await onRecord()).toEqual([["submitting"], ["submitting"], ["submitting"]]);
  });

  it("are checked by the account's row where the worker knew it otherwise", async () => {
    const { drafts, world, written } = await three();
    const known = await Promise.all(
      drafts.map(async (draft) => ({
        ...draft,
        account: (await world.storage.read.accounts.byId(draft.accountId))!,
      })),
    );
    const [one, other, third] = [known[0]!, known[1]!, known[2]!];
    const another = { ...other, account: { ...other.account, userId: one.account.id } };

    expect((await written([one, another, third])).map(kindOf)).toEqual([
      "to-send",
      "to-send",
      "to-send",
    ]);
  });

  it("count each other where all accounts together have a limit", async () => {
    const { drafts, line, onRecord, own } = await three();
    const limited = { ...own, submission: { ordersPerMinuteMax: 2 } };
    const answers = await Promise.allSettled(drafts.map((draft) => line.write(limited, draft)));

    expect(answers.map(kindOf)).toEqual(["to-send", "to-send", "too-many-orders-in-all"]);
    expect(await onRecord()).toEqual([["submitting"], ["submitting"], ["denied"]]);
  });

  it("of one account are checked one after the other", async () => {
    const { drafts, onRecord, written } = await three();
    const [draft] = drafts as [AutomatedDraft];
    const twice = { ...draft, intent: { ...draft.intent, at: instant(draft.intent.at - 1) } };
    const later = { ...twice, trailSince: instant(2) };

    expect((await written([draft, later])).map(kindOf)).toEqual(["to-send", "order-at-work"]);
    expect((await onRecord())[0]).toEqual(["denied", "submitting"]);
  });

  it("that lower risk are written before the entries of others", async () => {
    const { drafts, line, own, written } = await three();
    const [first, second, third] = drafts as [AutomatedDraft, AutomatedDraft, AutomatedDraft];
    const exit = { ...third, intent: { ...third.intent, side: "sell" as const } };
    const entries = Array.from({ length: 50 }, () => line.write(own, second));
    const done: string[] = [];
    const noted = (name: string, answer: Promise<Written>) =>
      answer.finally(() => done.push(name)).catch(() => undefined);
    const last = noted("entry", entries.at(-1)!);
    const asked = noted("exit", line.write(own, exit));

    await Promise.all([written([first]), last, asked]);

    expect(done).toEqual(["exit", "entry"]);
  });

  it("that come while others are written are of the next transaction", async () => {
    const { drafts, line, own, transactions, written } = await three();
    const first = line.write(own, drafts[0]!);
    await first;
    expect(transactions()).toBe(1);

    expect((await written(drafts.slice(1))).map(kindOf)).toEqual(["to-send", "to-send"]);
    expect(transactions()).toBe(2);
  });
});
