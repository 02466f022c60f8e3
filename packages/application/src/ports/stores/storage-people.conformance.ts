import { money } from "@sevenfold/domain/money";
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
  someUser,
} from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

export function describePeople(storage: Storage): void {
  it("finds a user by id and by the whole sign-in", async () => {
    const { user } = await seed(storage, {
      user: { trialEndsAt: after(7), subscriptionEndsAt: after(8), expiresAt: after(9) },
    });
    const { username, email } = user;

    expect(await storage.read.users.byId(user.id)).toEqual(user);
    expect(await storage.read.users.bySignIn({ username, email })).toEqual(user);
    expect(await storage.read.users.bySignIn({ username, email: "other" })).toBeUndefined();
    expect(await storage.read.users.byId(nextUuid())).toBeUndefined();
    expect(await storage.read.users.byId("nobody's id")).toBeUndefined();
  });

  it("finds a user by either name, however it is written, and both whom one name is of", async () => {
    const { user } = await seed(storage);
    const [one, ...none] = await storage.read.users.byName(user.username.toUpperCase());

    expect(one).toEqual(user);
    expect(none).toEqual([]);
    expect(await storage.read.users.byName(` ${user.email}`)).toEqual([user]);
    expect(await storage.read.users.byName("nobody")).toEqual([]);

    const namesake = someUser({ username: user.email });
    await oneByOne(storage).users.add(namesake);
    const both = await storage.read.users.byName(user.email);
    expect(new Set(both.map(({ id }) => id))).toEqual(new Set([user.id, namesake.id]));
  });

  it("pages through who registered in the order of their folded names, demos left out", async () => {
    const { users } = oneByOne(storage);
    const prefix = nextUuid();
    for (const name of ["c", "A", "b"])
      await users.add(someUser({ username: `${prefix}-${name}` }));
    await users.add(someUser({ username: `${prefix}-a2`, isDemo: true }));
    const page = async (after: string, limit: number) =>
      (await storage.read.users.page({ after, limit })).map(({ username }) => username);

    expect(await page(prefix, 2)).toEqual([`${prefix}-A`, `${prefix}-b`]);
    expect((await page(`${prefix}-B`, 2))[0]).toBe(`${prefix}-c`);
    expect(await page(prefix, 0)).toEqual([]);
    const [first] = await storage.read.users.page({ limit: 1 });
    expect(first?.isDemo).toBe(false);
  });

  it("says which name of a new user is taken, and lets the transaction go on", async () => {
    const { user } = await seed(storage);

    const answers = await storage.transact(async (tables) => [
      await tables.users.add(someUser({ username: user.username })),
      await tables.users.add(someUser({ email: user.email })),
    ]);

    expect(answers).toEqual([
      { ok: false, refusal: { kind: "username-taken" } },
      { ok: false, refusal: { kind: "email-taken" } },
    ]);
  });

  it("changes a user, and clears what the change leaves out", async () => {
    const { user } = await seed(storage, { user: { trialEndsAt: after(7) } });
    const { trialEndsAt: _, ...paying } = { ...user, subscriptionStatus: "active" as const };

    expect(await oneByOne(storage).users.change(user.id, () => paying)).toEqual(paying);
    expect(await storage.read.users.byId(user.id)).toEqual(paying);
    expect(await oneByOne(storage).users.change(nextUuid(), (same) => same)).toBeUndefined();
  });

  it("changes a portfolio", async () => {
    const { portfolio, user } = await seed(storage);
    const changed = { ...portfolio, goalAmount: dollars(1_000_000) };

    expect(await oneByOne(storage).portfolios.change(portfolio.id, () => changed)).toEqual(changed);
    expect(await storage.read.portfolios.ofUser(user.id)).toEqual(changed);
    await expect(oneByOne(storage).portfolios.change(nextUuid(), (row) => row)).rejects.toThrow();
  });

  it("loses none of twenty changes of one user or portfolio made at once", async () => {
    const { portfolio, user } = await seed(storage);
    const { portfolios, users } = oneByOne(storage);
    await portfolios.change(portfolio.id, (row) => ({ ...row, goalAmount: dollars(100) }));

    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await users.change(user.id, (row) => ({ ...row, passwordHash: `${row.passwordHash}+` }));
        await portfolios.change(portfolio.id, ({ goalAmount, ...row }) => ({
          ...row,
          goalAmount: money(goalAmount + dollars(1)),
        }));
      }),
    );

    const changed = await storage.read.users.byId(user.id);
    expect(changed?.passwordHash).toBe(user.passwordHash + "+".repeat(20));
    expect((await storage.read.portfolios.ofUser(user.id))?.goalAmount).toBe(dollars(120));
  });

  it("keeps a ticker once on a watchlist, in the order they came", async () => {
    const { user } = await seed(storage);
    const { watchlist } = oneByOne(storage);
    for (const ticker of [NVDA, AAPL, NVDA]) await watchlist.add(user.id, ticker, NOON);

    expect(await watchlist.of(user.id)).toEqual([NVDA, AAPL]);
    await watchlist.remove(user.id, NVDA);
    expect(await watchlist.of(user.id)).toEqual([AAPL]);
  });

  it("knows since when a ticker is on a watchlist, and begins anew where it was taken off", async () => {
    const { user } = await seed(storage);
    const { watchlist } = oneByOne(storage);
    for (const at of [after(0), after(5)]) await watchlist.add(user.id, AAPL, at);
    expect([...(await watchlist.listedSince(user.id))]).toEqual([[AAPL, after(0)]]);

    await watchlist.remove(user.id, AAPL);
    await watchlist.add(user.id, NVDA, after(6));
    await watchlist.add(user.id, AAPL, after(7));
    expect([...(await watchlist.listedSince(user.id))]).toEqual([
      [NVDA, after(6)],
      [AAPL, after(7)],
    ]);
  });

  it("keeps which watched tickers were chosen", async () => {
    const { user } = await seed(storage);
    const { watchlist } = oneByOne(storage);
    for (const ticker of [NVDA, AAPL]) await watchlist.add(user.id, ticker, NOON);
    expect(await watchlist.chosen(user.id)).toEqual([]);

    await watchlist.choose(user.id, [AAPL]);
    expect(await watchlist.chosen(user.id)).toEqual([AAPL]);
    await watchlist.choose(user.id, [NVDA]);
    expect(await watchlist.chosen(user.id)).toEqual([NVDA]);
    await watchlist.choose(user.id, []);
    expect(await watchlist.chosen(user.id)).toEqual([]);
  });
}
