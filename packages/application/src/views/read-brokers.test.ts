import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { SOME_VENUES } from "../testing/some-venues.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { AAPL, after, dollars, NOON, seed } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { NO_LIVE_TRADING } from "../trading/safeguards/live-trading.ts";
import { readBrokers } from "./read-brokers.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };

it("values a broker's account at the latest prices, not at the last record", async () => {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage, {
    account: { cash: dollars(1_000), lastValidatedAt: NOON },
  });
  await storage.transact(async (tables) => {
    await tables.positions.put({
      accountId: account.id,
      ticker: AAPL,
      quantity: shares(10),
      costBasis: dollars(1_900),
      isManaged: true,
      updatedAt: NOON,
    });
    await tables.equity.add(account.id, [{ at: after(-1_000), equity: dollars(2_900) }]);
  });
  const prices = stillPrices(clock.now, { AAPL: { price: 200 } });

  const calendarOf = () => ALWAYS_CALENDAR;
  const brokers = { venues: SOME_VENUES };
  const needs = { brokers, calendarOf, clock, live: NO_LIVE_TRADING, prices, storage };
  const [listed] = await readBrokers(needs)(user.id);

  expect(listed?.equity).toBe(dollars(3_000));
});
