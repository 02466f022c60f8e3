import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, AMC, HOUR_MS, market, opened, START } from "../testing/opened-venue.ts";
import { SLOT_MS } from "./price-curve.ts";
import type { VenueAccount } from "./venue-account.ts";
import { maintenanceOf, marginStanding } from "./venue-margin.ts";
import type { VenueOrder } from "./venue-order.ts";
import { slotNumber } from "./venue-slots.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

describe("openVenue, on an account with less equity than it has to maintain", () => {
  it("sells what binds most at the next whole minute, and no more than restores its margin", async () => {
    const { account, befalls, pass, sent } = await openHolding();
    const resting = await sent({ limit: price(10_000), timeInForce: "gtc" });
    const [aapl, amc] = [AAPL, AMC].map((ticker) => boundBy(account(), ticker));
    expect(aapl).toBeGreaterThan(amc!);
    // Enough for AMC, and half of what AAPL binds beside it.
    await befalls(amc! + aapl! / 2 - standingOf(account(), HELD_AT).equity);

    await pass(MINUTE_MS - 3 * SECOND_MS);
    expect(liquidationsOf(account())).toEqual([]);
    await pass(SECOND_MS);

    expect(liquidationsOf(account())).toMatchObject([
      { ticker: AAPL, side: "sell", quantity: 100, submittedMicros: (START + MINUTE_MS) * 1_000 },
    ]);
    expect(orderIn(account(), resting.id)).toMatchObject({ status: "canceled" });
    await pass(5 * SECOND_MS);
    expect([...account().positions.keys()]).toEqual([AMC]);
    const { equity, maintenance } = standingOf(account(), START + MINUTE_MS + 5 * SECOND_MS);
    expect(equity).toBeGreaterThanOrEqual(maintenance);
    await pass(HOUR_MS);
    expect(liquidationsOf(account())).toHaveLength(1);
  });

  it("buys back what it owes", async () => {
    const { account, befalls, pass, sent } = await openMargin();
    await sent({ side: "sell", quantity: shares(100) });
    await pass(10 * SECOND_MS);
    expect(account().positions.get(AAPL)?.shares).toBe(-100);
    await befalls(-standingOf(account(), START + 10 * SECOND_MS).equity + 10_000);
    await pass(MINUTE_MS);

    expect(liquidationsOf(account())).toMatchObject([
      { side: "buy", isShort: true, quantity: 100, status: "filled" },
    ]);
    expect(account().positions.size).toBe(0);
  });

  it("sells once what the exchange takes orders for and does not trade, and asks no owner", async () => {
    const { account, befalls, id, pass, venue } = await openHolding("nyse");
    await venue.changeAccount(id, { isBlocked: true }, START);
    // Closed by then: the next session's opening is the first to look.
    await pass(6 * HOUR_MS);
    const { equity } = standingOf(account(), START + 6 * HOUR_MS);
    await befalls(-equity + 10_000);
    await pass(10 * HOUR_MS);
    expect(liquidationsOf(account())).toEqual([]);

    await pass(3 * 24 * HOUR_MS);
    const opening = Date.UTC(2026, 10, 23, 14, 30) * 1_000;
    expect(liquidationsOf(account()).map(({ submittedMicros }) => submittedMicros)).toEqual([
      opening,
      opening + 1,
    ]);
    expect(account().positions.size).toBe(0);
  });

  it("leaves alone who has as much as it has to maintain, to the last ten-thousandth", async () => {
    const { account, befalls, pass } = await openHolding();
    const then = standingOf(account(), START + MINUTE_MS);
    await befalls(then.maintenance - then.equity);
    await pass(MINUTE_MS - 2 * SECOND_MS);
    expect(standingOf(account(), START + MINUTE_MS).equity).toBe(then.maintenance);
    expect(liquidationsOf(account())).toEqual([]);
  });

  it.each([
    ["to the microsecond, where it looks as a slot begins", SLOT_MS, (micros: number) => micros],
    // What trades in a slot while it lasts is dated when it is looked at.
    ["in the same slots, whenever it looks", 1, slotOf],
  ])("trades alike however seldom it looks, %s", async (_, unitMs, timeOf) => {
    const waiting = fc.integer({ min: 1, max: 400_000 / unitMs }).map((count) => count * unitMs);
    await fc.assert(
      fc.asyncProperty(
        fc.array(waiting, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 40 }),
        async (waits, percent) => {
          const total = waits.reduce((sum, ms) => sum + ms, 0);
          const played = async (steps: readonly number[]) => {
            const { account, befalls, pass } = await openHolding();
            const { equity, longValue } = standingOf(account(), HELD_AT);
            await befalls(-equity + (percent / 100) * longValue);
            for (const ms of steps) await pass(ms);
            return account().executions.map(({ atMicros, price, quantity, ticker }) => [
              ...[timeOf(atMicros), price, quantity, ticker],
            ]);
          };
          expect(await played(waits)).toEqual(await played([total]));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("an account that is sold out by hand", () => {
  it("is sold out once, however often that is asked for", async () => {
    const { account, id, pass, venue } = await openHolding();
    const first = await venue.liquidate(id, START);
    expect(first.map(({ ticker }) => ticker).toSorted()).toEqual([AAPL, AMC]);
    expect(await venue.liquidate(id, START)).toEqual([]);
    await pass(10 * SECOND_MS);

    expect(account().positions.size).toBe(0);
    expect(await venue.liquidate("nobody", START)).toEqual([]);
  });
});

function slotOf(micros: number): number {
  return slotNumber(instant(Math.floor(micros / 1_000)));
}

const liquidationsOf = ({ orders }: VenueAccount): readonly VenueOrder[] =>
  orders.filter(({ isLiquidation }) => isLiquidation);

const orderIn = ({ orders }: VenueAccount, id: string) => orders.find((order) => order.id === id);

const boundBy = ({ positions }: VenueAccount, ticker: Ticker): number =>
  maintenanceOf(market.priceAt(ticker, HELD_AT), positions.get(ticker)!.shares);

const standingOf = (account: VenueAccount, at: number) =>
  marginStanding(account, (ticker) => market.priceAt(ticker, instant(at)));

async function openMargin(hours: "always" | "nyse" = "always") {
  const { id, sent, venue } = await opened({ hours, multiplier: 2 });
  let now: Instant = START;
  return {
    ...{ id, sent, venue },
    account: () => venue.book.accounts.get(id)!,
    befalls: async (amount: number) => {
      const what = { kind: "other", amount: money(Math.round(amount)) } as const;
      expect(await venue.befall(id, what, now)).toBe(true);
    },
    pass: async (ms: number) => {
      now = instant(now + ms);
      await venue.advance(now);
    },
  };
}

/** With 100 shares of AAPL and 1,000 of AMC, two seconds after the beginning. */
async function openHolding(hours: "always" | "nyse" = "always") {
  const opening = await openMargin(hours);
  await opening.sent({ quantity: shares(100), timeInForce: "fok" });
  await opening.sent({ ticker: AMC, quantity: shares(1_000), timeInForce: "fok" });
  await opening.pass(HELD_AT - START);
  expect(opening.account().positions.size).toBe(2);
  return opening;
}

const HELD_AT = instant(START + 2 * SECOND_MS);
