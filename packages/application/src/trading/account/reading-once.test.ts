import { describe, expect, it } from "vitest";
import { dollars, seed } from "../../testing/storage-rows.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import { readingOnce } from "./reading-once.ts";

describe("what an account's turn reads", () => {
  it("is read once while nothing is written", async () => {
    const storage = inMemoryStorage();
    const { account } = await seed(storage);
    const { accounts } = storage.read;
    let asked = 0;
    const byId: typeof accounts.byId = (id) => {
      asked += 1;
      return accounts.byId(id);
    };
    const once = readingOnce({
      ...storage,
      read: { ...storage.read, accounts: { ...accounts, byId } },
    });

    await once.read.accounts.byId(account.id);
    expect(await once.read.accounts.byId(account.id)).toEqual(account);

    expect(asked).toBe(1);
  });

  it("is read again once something was written", async () => {
    const storage = inMemoryStorage();
    const { account } = await seed(storage);
    const once = readingOnce(storage);
    await once.read.accounts.byId(account.id);

    await once.transact(({ accounts }) =>
      accounts.change(account.id, (row) => ({ ...row, cash: dollars(7) })),
    );

    expect(await once.read.accounts.byId(account.id)).toMatchObject({ cash: dollars(7) });
  });
});
