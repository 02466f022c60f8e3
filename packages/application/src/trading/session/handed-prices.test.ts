import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import { bps, price, type Quantity } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { OwnTrading } from "../account/own-trading.ts";
import { followPrices } from "../decisions/follow-prices.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "./attach-account.ts";
import { PricedAccounts } from "./priced-accounts.ts";

describe("an account whose prices may wait", () => {
  it.each<[string, (followed: FollowedAccount) => void]>([
    [
      "the broker has other shares of one of its symbols than its books",
      ({ basis }) => basis.halted.set(MSFT, 20 as Quantity),
    ],
    [
      "a price of one of its symbols has jumped",
      ({ basis }) =>
        basis.jumped.set(MSFT, {
          filledFrom: undefined,
          price: 1,
          isAsked: true,
          isGood: false,
          untoldSince: undefined,
        }),
    ],
    [
      "a fall of one of its symbols is looked into",
      ({ basis }) => basis.fallen.set(MSFT, 0 as Instant),
    ],
    ["it is in no session", (followed) => Object.assign(followed, { session: undefined })],
    [
      "a strategy of its owner's trades it",
      (followed) => Object.assign(followed, { own: {} as OwnTrading }),
    ],
    [
      "a strategy of its owner's is to trade it",
      (followed) =>
        Object.assign(followed, { account: { ...followed.account, own: { name: "mine" } } }),
    ],
    [
      "its book is in doubt",
      ({ book }) => {
        book.isInDoubt = true;
      },
    ],
    [
      "the day's loss has nothing to be counted from",
      ({ book }) => Object.assign(book, { baseline: undefined }),
    ],
  ])("is handed every price while %s", async (_, happens) => {
    const { accounts, ears, follow, heard, join, print } = await market();
    const followed = await follow();
    join(followed);
    for (let count = 0; count < 2; count += 1) accounts.hear([print(AAPL, 100)]);
    const before = heard.length;
    accounts.hear([print(AAPL, 100)]);
    expect(heard).toHaveLength(before);

    ears.onlyHear = true;
    happens(followed);
    void followed.book;
    for (let count = 0; count < 3; count += 1) accounts.hear([print(AAPL, 100)]);

    expect(heard).toHaveLength(before + 3);
  });

  it.each([1, 3, 1_024, 4_096])(
    "loses none of those that wait, however many come, %i at a time",
    async (together) => {
      const { accounts, follow, join, print } = await market();
      for (const most of [-1, 0, 1, 2].map((more) => LOG_SIZE + more)) {
        const followed = await follow();
        join(followed);
        accounts.hear([print(AAPL, 100)]);
        accounts.hear([print(AAPL, 100.5)]);
        const batch = Array.from({ length: together }, () => print(AAPL, 100));
        for (let count = 0; count < most; count += together) accounts.hear(batch);

        expect(followed.book.high[0]).toBe(1_005_000);
        followed.ending.abort();
      }
    },
  );

  it("has taken in all that waits for whoever is to change its book", async () => {
    const { accounts, follow, join, print } = await market();
    const followed = await follow();
    join(followed);
    for (const dollars of [100, 100, 100.5]) accounts.hear([print(AAPL, dollars)]);

    expect(followed.book.high[0]).toBe(1_005_000);
  });

  it("takes in nothing of before it joined", async () => {
    const { accounts, follow, join, print } = await market();
    join(await follow());
    for (const dollars of [100, 100, 100.5]) accounts.hear([print(AAPL, dollars)]);
    const followed = await follow();
    const before = followed.heardAt[0];
    join(followed);

    void followed.book;

    expect(followed.heardAt[0]).toBe(before);
  });

  it("is handed those that begin anew, and is told which", async () => {
    const { accounts, follow, heard, join, print } = await market();
    join(await follow());
    for (let count = 0; count < 2; count += 1) accounts.hear([print(AAPL, 100)]);
    const before = heard.length;

    accounts.hear([print(AAPL, 100)], new Set([AAPL]));

    expect(heard.slice(before)).toEqual([{ account: 0, anew: new Set([AAPL]) }]);
  });

  it("is handed every price that is only shown, and the first that counts again", async () => {
    const shown = { isOwn: true };
    const { accounts, follow, heard, join, print } = await market(() => shown.isOwn);
    join(await follow());
    for (let count = 0; count < 2; count += 1) accounts.hear([print(AAPL, 100)]);
    const before = heard.length;

    shown.isOwn = false;
    for (let count = 0; count < 2; count += 1) accounts.hear([print(AAPL, 100)]);
    shown.isOwn = true;
    accounts.hear([print(AAPL, 100)]);

    expect(heard).toHaveLength(before + 3);
  });

  it("is handed none once its end has begun, also where another's price ended it", async () => {
    const { accounts, follow, heard, join, print } = await market();
    const [first, second, late] = [await follow(), await follow(), await follow()];
    join(first, () => second.ending.abort());
    join(second);
    late.ending.abort();
    join(late);

    for (let count = 0; count < 3; count += 1) accounts.hear([print(AAPL, 100)]);

    expect(heard.map(({ account }) => account)).not.toContain(1);
    expect(heard.map(({ account }) => account)).not.toContain(2);
  });

  it("is handed a price in its turn, whoever is asked beside it", async () => {
    const { accounts, follow, heard, join, print } = await market();
    const [first, quiet] = [await follow(), await follow()];
    for (const followed of [first, quiet, await follow()]) join(followed);
    for (let count = 0; count < 3; count += 1) accounts.hear([print(AAPL, 100)]);
    // One of which nothing is known is asked whatever comes, and one that the price is nothing to is not.
    quiet.watched = new Set();
    void quiet.book;
    accounts.hear([print(AAPL, 100)]);
    join(await follow());
    heard.length = 0;

    accounts.hear([print(AAPL, 80)]);

    expect(heard.map(({ account }) => account)).toEqual([0, 2, 3]);
  });
});

/** Prices that are kept for those who wait. */
const LOG_SIZE = 1 << 15;

async function market(isOwn: () => boolean = () => true) {
  const world = await openTestWorld({ tickers: [AAPL, MSFT] });
  const { needs } = world.open();
  const stored = (await world.storage.read.accounts.byId(world.accountId))!;
  const follow = async () => {
    const attached = await attachAccount(
      { ...needs, minutes: openRecentMinutes(needs) },
      { workerId: "worker-1", collarBps: bps(300) },
      stored,
    );
    await world.clock.pass(0);
    return Object.assign(attached!, { isStreamConnected: true, isReconciled: true });
  };
  const { pulse } = await follow();
  const accounts = new PricedAccounts({ clock: needs.clock, isOwn, pulse });
  const heard: { readonly account: number; readonly anew?: ReadonlySet<Ticker> }[] = [];
  /** Whether what is heard is no more than that. */
  const ears = { onlyHear: false };
  let joined = 0;
  return {
    accounts,
    ears,
    follow,
    heard,
    join(followed: FollowedAccount, then = () => {}) {
      const account = joined++;
      accounts.join({
        followed,
        hear(prints, anew) {
          heard.push({ account, ...(anew && { anew }) });
          if (!ears.onlyHear) followPrices(needs, followed, prints);
          then();
        },
      });
    },
    print: (ticker: Ticker, dollars: number): Print => ({
      ticker,
      price: price(Math.round(dollars * 10_000)),
      at: world.clock.now(),
    }),
  };
}
