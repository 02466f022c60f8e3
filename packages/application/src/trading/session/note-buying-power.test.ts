import { type Money, NO_MONEY } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Account } from "../../ports/stores/account.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { dollars } from "../../testing/trading-world.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { rebuildBook } from "../account/rebuild-book.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { LeaseLost } from "../account/write-as-worker.ts";
import { noteBuyingPower } from "./note-buying-power.ts";
import { refreshAccount } from "./refresh-account.ts";

describe("cash that the broker does not let us spend", () => {
  it("is kept aside once it is seen twice, and given back with the first word that it is free", async () => {
    const { followed, onRecord, see } = await heldBack();
    await see(dollars(500));
    expect(followed.book.reservedCash).toBe(NO_MONEY);
    await see(dollars(700));

    expect(followed.book.reservedCash).toBe(dollars(500));
    expect(await onRecord()).toBe(dollars(500));

    await see(NO_MONEY);
    expect(followed.book.reservedCash).toBe(NO_MONEY);
    expect(await onRecord()).toBeUndefined();
  });

  it("is kept aside once where the account's row was read before and is heard after", async () => {
    const { followed, needs, onRecord, see } = await heldBack();
    await see(dollars(500));
    const before = await needs.storage.read.accounts.byId(followed.id);
    await see(dollars(500));
    await refreshAccount(withRead(needs, before!), followed);
    await see(dollars(500));

    expect(followed.book.reservedCash).toBe(dollars(500));

    await see(NO_MONEY);
    expect(followed.book.reservedCash).toBe(NO_MONEY);
    expect(await onRecord()).toBeUndefined();
  });

  it("is what the rows say where the book is made anew", async () => {
    const { followed, needs, see } = await heldBack();
    await see(dollars(500));
    const before = followed.account;
    await see(dollars(500));
    followed.account = before;
    await rebuildBook(needs, followed);
    await see(dollars(300));

    expect(followed.book.reservedCash).toBe(dollars(300));
  });

  it("is no longer on record once it is free, also where the commit that put it there got no answer", async () => {
    const { followed, needs, onRecord, see } = await heldBack();
    await see(dollars(500));
    const lost = await see(dollars(500), losingAnswers(needs)).catch((error: Error) => error);
    expect(lost).toMatchObject({ message: "no answer" });
    await refreshAccount(needs, followed);
    await see(NO_MONEY);

    expect(followed.book.reservedCash).toBe(NO_MONEY);
    expect(await onRecord()).toBeUndefined();
  });

  it("is not written by a worker that has lost the account", async () => {
    const { followed, onRecord, see } = await heldBack();
    await see(dollars(500));
    followed.lease = { ...followed.lease, epoch: followed.lease.epoch - 1 };

    await expect(see(dollars(500))).rejects.toThrow(LeaseLost);
    expect(await onRecord()).toBeUndefined();
  });
});

/** An account whose broker is told to show so much less than its cash as buying power. */
async function heldBack() {
  const { followed, needs, world } = await attachedAccount();
  const { cash } = followed.account;
  const see = (missing: Money, by: TradingNeeds = needs) =>
    noteBuyingPower(by, followed, found(cash, missing));
  const onRecord = async () =>
    (await world.storage.read.accounts.byId(followed.id))?.unavailableCash;
  return { followed, needs, onRecord, see };
}

const found = (cash: Money, missing: Money): NonNullable<FollowedAccount["reconciled"]> => ({
  at: 0 as never,
  drift: [],
  inParts: new Set(),
  tradedAside: new Set(),
  held: 0,
  broker: {
    accountNumber: "1",
    cash,
    equity: cash,
    buyingPower: (cash - missing) as Money,
    canTrade: true,
  },
  cash,
  cashDrift: NO_MONEY,
  unbooked: [],
});

const withRead = (needs: TradingNeeds, account: Account): TradingNeeds => {
  const { storage } = needs;
  const accounts = { ...storage.read.accounts, byId: async () => account };
  return { ...needs, storage: { ...storage, read: { ...storage.read, accounts } } };
};

const losingAnswers = (needs: TradingNeeds): TradingNeeds => ({
  ...needs,
  storage: {
    read: needs.storage.read,
    async transact(work) {
      await needs.storage.transact(work);
      throw new Error("no answer");
    },
  },
});
