import type { Instant } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import type { Readers } from "../../ports/stores/readers.ts";
import { AAPL, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { recentSubmitsOf, standingOf } from "../account/account-standing.ts";
import { readAhead } from "./read-ahead.ts";

it("answers what the tables would, of this account and of every other", async () => {
  const world = await openTestWorld({ tickers: [AAPL] });
  await holdShares(world, AAPL, 7, true);
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const at = world.clock.now();
  for (const isEntry of [true, false])
    await world.storage.transact(async (tables) => {
      const ahead = readAhead(tables, account, { at, clientKey: "sf-1", isEntry });
      expect(await askedOf(ahead)).toEqual(await askedOf(tables));
      expect(await standingOf(ahead, account)).toEqual(await standingOf(tables, account));
      expect((await standingOf(ahead, account)).positions).toHaveLength(1);
      const other = { ...account, id: "another" };
      expect(await standingOf(ahead, other)).toMatchObject({ openOrders: [], positions: [] });
      expect(await recentSubmitsOf(ahead, account, at)).toEqual([]);
    });

  async function askedOf({ halts, orders, settings, users }: Asked) {
    return {
      halt: await halts.current(),
      known: await orders.byKey("sf-1"),
      other: await orders.byKey("sf-2"),
      inAll: await orders.countAllSubmittedSince((at - 60_000) as Instant),
      inAllEver: await orders.countAllSubmittedSince(0 as Instant),
      settings: await settings.of(account.id),
      settingsOfOther: await settings.of("another"),
      user: await users.byId(account.userId),
      otherUser: await users.byId("another"),
    };
  }
});

type Asked = Pick<Readers, "halts" | "orders" | "settings" | "users">;
