import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type { Stage } from "@sevenfold/application/testing/storage-command";
import {
  readAll,
  type StorageTransaction,
  storageTransactions,
} from "@sevenfold/application/testing/storage-commands";
import {
  after,
  nextUuid,
  someAccount,
  somePortfolio,
  someSettings,
  someUser,
} from "@sevenfold/application/testing/storage-rows";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn } from "./open-storage.ts";

describe("memory and database", () => {
  let database: OpenStorage;
  beforeAll(async () => {
    database = await openedOn(await openMemoryDatabase());
  });
  afterAll(() => database?.close());

  it("always answer the same and end the same, whatever is asked of them", async () => {
    const memory = inMemoryStorage();
    await fc.assert(
      fc.asyncProperty(storageTransactions, async (transactions) => {
        const stage = await setStage([memory, database.storage]);
        for (const transaction of transactions) {
          const inMemory = await outcomeOf(memory, stage, transaction);
          const inDatabase = await outcomeOf(database.storage, stage, transaction);
          // A database may tell of a failed write later, at the latest where it is to commit.
          const toldOf = inMemory.threw ? inMemory.answers.length : undefined;
          const told = { ...inDatabase, answers: inDatabase.answers.slice(0, toldOf) };
          expect(told, textOf(transaction)).toEqual(inMemory);
        }
        expect(await readAll(database.storage, stage)).toEqual(await readAll(memory, stage));
      }),
      { numRuns: 80 },
    );
  });
});

/** The same user with the same two accounts in both. */
async function setStage(storages: readonly Storage[]): Promise<Stage> {
  const user = someUser();
  const portfolio = { ...somePortfolio(user.id), id: nextUuid() };
  const owner = { userId: user.id, portfolioId: portfolio.id };
  const accounts = [someAccount(owner), someAccount(owner, { createdAt: after(1) })] as const;
  for (const storage of storages)
    await storage.transact(async (tables) => {
      await tables.users.add(user);
      await tables.portfolios.add(portfolio);
      for (const account of accounts) {
        await tables.accounts.add(account);
        await tables.settings.add(someSettings(account.id));
      }
    });
  return { userId: user.id, accountIds: [accounts[0].id, accounts[1].id] };
}

interface Outcome {
  /** Of the commands; of a transaction that threw, those before. */
  readonly answers: readonly unknown[];
  readonly threw: boolean;
}

async function outcomeOf(
  storage: Storage,
  stage: Stage,
  { commands, throwsAtEnd }: StorageTransaction,
): Promise<Outcome> {
  const answers: unknown[] = [];
  try {
    await storage.transact(async (tables) => {
      for (const command of commands) answers.push(await command.run(tables, stage));
      if (throwsAtEnd) throw new Error("thrown at the end");
    });
    return { answers, threw: false };
  } catch {
    return { answers, threw: true };
  }
}

const textOf = ({ commands, throwsAtEnd }: StorageTransaction): string =>
  [...commands.map(({ text }) => text), throwsAtEnd ? "throw" : "commit"].join("\n");
