import { randomUUID } from "node:crypto";
import { seed, someOrder } from "@sevenfold/application/testing/storage-rows";
import { money } from "@sevenfold/domain/money";
import { openStorage } from "../open-storage.ts";

// Opens the data folder and writes one transaction after another; says which are committed.
try {
  const { storage } = await openStorage({ dataFolder: process.argv[2]! });
  const name = process.argv[3]!;
  // Its own names: it may not be the first process to write to this folder.
  const [user, portfolio, own] = [1, 2, 3].map(() => ({ id: randomUUID() }));
  const { account } = await seed(storage, { user: user!, portfolio: portfolio!, account: own! });
  process.stdout.write(`account ${account.id}\n`);
  for (let count = 1; ; count += 1) {
    const clientKey = `${name}-${count}`;
    await storage.transact(async (tables) => {
      await tables.orders.add(someOrder(account.id, { clientKey }));
      await tables.accounts.change(account.id, (row) => ({ ...row, cash: money(count) }));
    });
    process.stdout.write(`${count}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
