import { dollars, seed, someFill } from "@sevenfold/application/testing/storage-rows";
import { price, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { openMemoryDatabase } from "../embedded-database.ts";
import { openedOn } from "../open-storage.ts";

it("posts an execution that is told late with what it changes of later gains", async () => {
  const database = await openMemoryDatabase();
  const { close, storage } = await openedOn(database);
  const { account } = await seed(storage);
  const fill = someFill(account.id, { quantity: shares(1), price: price(1_000_000) });

  await storage.transact(({ fills }) => fills.add(fill, dollars(-3)));

  const { rows } = await database.pglite.query(
    "SELECT ledger_account, amount FROM postings ORDER BY ledger_account",
  );
  expect(rows).toEqual([
    { ledger_account: "cash", amount: "-100.0000" },
    { ledger_account: "holdings", amount: "97.0000" },
    { ledger_account: "realized", amount: "3.0000" },
  ]);
  await close();
});
