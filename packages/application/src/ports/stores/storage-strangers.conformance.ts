import { MINUTE_MS } from "@sevenfold/domain/market";
import { money, NO_MONEY, NO_SHARES, price, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  after,
  dollars,
  NOON,
  NVDA,
  nextUuid,
  seed,
  someAccount,
  someActivity,
  someFill,
  somePosition,
} from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

/** Longer than any test runs. */
const LONG_MS = 1_000 * MINUTE_MS;

/** Rows of two that are called alike: what is asked of one, or done to it, leaves the other alone. */
export function describeStrangers(storage: Storage): void {
  const two = async () => [await seed(storage), await seed(storage)] as const;

  it("knows an execution that another account has for none of this one's", async () => {
    const [one, other] = (await two()).map(({ account }) => account.id) as [string, string];
    const theirs = someFill(other, { side: "sell" });
    const { executionId } = theirs;
    const { fills } = oneByOne(storage);
    await fills.add(theirs);

    expect(await fills.find(one, executionId)).toBeUndefined();
    expect(await fills.isBooked(one, executionId)).toBe(false);
    expect(await fills.bookedAmong(one, [executionId])).toEqual(new Set());

    const ours = { ...theirs, accountId: one };
    await fills.add(ours);
    await fills.revalue(one, executionId, money(-5));
    expect(await fills.find(one, executionId)).toEqual({ ...ours, realized: -5 });
    expect(await fills.find(other, executionId)).toEqual(theirs);
  });

  it("sums an account's fills whatever is booked of another under the same names", async () => {
    const [one, other] = (await two()).map(({ account }) => account.id) as [string, string];
    const fill = someFill(one, { quantity: shares(1), price: price(1_000_000) });
    const { activities, capital, fills } = oneByOne(storage);
    await fills.add(fill);
    await capital.add({ accountId: other, cause: fill.executionId, at: NOON, amount: dollars(1) });
    const bust = someActivity(other, { kind: "bust", undoes: fill.executionId });
    await storage.transact((tables) => tables.activities.add(bust, []));

    expect(await fills.cashFlow(one)).toBe(-1_000_000);
    expect(await fills.totalsSince(one, NOON)).toMatchObject([{ count: 1, bought: 1 }]);
    expect(await activities.find(one, bust.activityId)).toBeUndefined();
    expect(await activities.knownAmong(one, [bust.activityId])).toEqual(new Set());
  });

  it("ends a position and leaves another account's of the symbol", async () => {
    const [one, other] = (await two()).map(({ account }) => account.id) as [string, string];
    const { positions } = oneByOne(storage);
    for (const id of [one, other]) await positions.put(somePosition(id, 5));
    await positions.put({ ...somePosition(one, 5), quantity: NO_SHARES, costBasis: NO_MONEY });

    expect(await positions.of(one)).toEqual([]);
    expect(await positions.of(other)).toEqual([somePosition(other, 5)]);
  });

  it("thins one account's curve and leaves another's points of the same instants", async () => {
    const [one, other] = (await two()).map(({ account }) => account.id) as [string, string];
    const { equity } = oneByOne(storage);
    // No other test has rows that old.
    const from = Date.UTC(1999, 0, 4, 12);
    const points = (...minutes: readonly number[]) =>
      minutes.map((count) => ({ at: after(from - NOON + count * MINUTE_MS), equity: dollars(1) }));
    const [dull, hourly] = [points(0, 1, 2), points(1, 61, 121)];
    // What follows a point is its account's: the same instant is the last of an hour, or not.
    await equity.add(other, hourly);
    await equity.add(one, dull);

    await equity.thin({ minutesUntil: points(500)[0]!.at, hoursUntil: points(0)[0]!.at, limit: 9 });

    expect(await equity.since(one, dull[0]!.at, 9)).toMatchObject([dull[0], dull[2]]);
    expect(await equity.since(other, dull[0]!.at, 9)).toEqual(hourly);
  });

  it("changes an account's settings and nobody else's", async () => {
    const [one, other] = (await two()).map(({ account }) => account.id) as [string, string];
    const { settings } = storage.read;
    const before = await settings.of(other);
    await oneByOne(storage).settings.change(one, "a test", ({ limits, ...row }) => ({
      ...row,
      automationEnabled: true,
      limits: { ...limits, coolDownSec: limits.coolDownSec + 1 },
    }));

    expect((await settings.of(one))!.automationEnabled).toBe(true);
    expect(await settings.of(other)).toEqual(before);
  });

  it("answers and forgets a user's request, though another's has its key", async () => {
    const [one, other] = (await two()).map(({ user }) => user.id) as [string, string];
    const key = nextUuid();
    const long = after(-2_000_000_000);
    const begin = (userId: string, at = NOON) =>
      oneByOne(storage).requests.begin({ userId, key, fingerprint: userId, at });
    const { requests } = oneByOne(storage);
    for (const userId of [one, other]) expect(await begin(userId)).toEqual({ kind: "new" });
    await requests.finish(one, key, "one's answer");

    expect(await begin(one)).toEqual({ kind: "same", answer: "one's answer" });
    expect(await begin(other)).toEqual({ kind: "same" });
    await requests.abandon(one, key);
    expect(await begin(other)).toEqual({ kind: "same" });
    expect(await begin(one, long)).toEqual({ kind: "new" });
    expect(await requests.removeBefore(after(-1_999_999_999), 9)).toBe(1);
    expect(await begin(other)).toEqual({ kind: "same" });
  });

  it("hands back a user's own sale, though another's request had its key", async () => {
    const all = await two();
    const requestKey = nextUuid();
    const begin = ({ account, user }: (typeof all)[0], id = nextUuid()) =>
      oneByOne(storage).sales.add({
        ...{ id, kind: "cancel-all", accountId: account.id, userId: user.id, requestKey },
        ...{ startedAt: NOON, cancels: [], items: [] },
      });
    for (const each of all) expect((await begin(each)).isNew).toBe(true);

    for (const each of all)
      expect(await begin(each)).toMatchObject({ isNew: false, sale: { userId: each.user.id } });
  });

  it("takes a ticker off one watchlist, and chooses on one", async () => {
    const [one, other] = (await two()).map(({ user }) => user.id) as [string, string];
    const { watchlist } = oneByOne(storage);
    for (const id of [one, other])
      for (const ticker of [NVDA, AAPL]) await watchlist.add(id, ticker, NOON);
    await watchlist.choose(other, [NVDA]);
    await watchlist.choose(one, [AAPL]);
    expect(await watchlist.chosen(other)).toEqual([NVDA]);

    await watchlist.remove(one, NVDA);
    expect(await watchlist.of(one)).toEqual([AAPL]);
    expect(await watchlist.of(other)).toEqual([NVDA, AAPL]);
  });

  it("gives one lease back, and one seat, of several that somebody has", async () => {
    const [one, other] = (await two()).map(({ account }) => account.id) as [string, string];
    const owner = nextUuid();
    const { leases, seats } = oneByOne(storage);
    for (const accountId of [one, other])
      await leases.acquire({ accountId, owner, durationMs: LONG_MS });
    await leases.release(one, owner);
    expect(await leases.isHeld(one)).toBe(false);
    expect(await leases.isHeld(other)).toBe(true);
    expect(await leases.holds(other, 1)).toBe(true);

    for (const name of ["a", "b"])
      await seats.take({ name: `${owner}/${name}`, owner, durationMs: LONG_MS });
    await seats.leave({ name: `${owner}/a`, owner });
    expect((await seats.taken(`${owner}/`)).map(({ name }) => name)).toEqual([`${owner}/b`]);
  });

  it("reads the holdings of the account in use, and of no other of the user", async () => {
    const { account, user } = await seed(storage);
    const { accounts, positions } = oneByOne(storage);
    const second = someAccount(account, { createdAt: after(1), isSelected: false });
    await accounts.add(second);
    await positions.put(somePosition(second.id, 3));
    const inUse = async () => (await storage.read.holdings.ofUser(user.id))!;
    expect(await inUse()).toMatchObject({ account: { id: account.id }, positions: [] });

    await accounts.change(second.id, (row) => ({ ...row, isSelected: true }));
    expect(await inUse()).toMatchObject({ account: { id: second.id }, positions: [{}] });
    await accounts.change(account.id, (row) => ({ ...row, isSelected: true }));
    expect(await inUse()).toMatchObject({ account: { id: account.id }, positions: [] });
  });
}
