import type { Instant } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { seededChance } from "../../chance/seeded-chance.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import { AAPL, drain } from "../../testing/trading-world.ts";
import { NO_FAULTS } from "./fault-plan.ts";
import { SimulatedVenue } from "./simulated-venue.ts";
import { VirtualClock } from "./virtual-clock.ts";
import { waveMarket } from "./wave-market.ts";

const STARTS_AT = Date.UTC(2026, 2, 11, 14) as Instant;
const HOURS = 6 * 3_600_000;

/** Ten shares held, nothing ordered, and a market that stands still for orders. */
function tenHeld() {
  const clock = new VirtualClock(STARTS_AT, drain);
  const market = waveMarket(1, clock, [AAPL]);
  const chance = seededChance(1, "venue");
  const venue = new SimulatedVenue({ clock, chance, market }, money(0), NO_FAULTS);
  venue.positions.set(AAPL, { quantity: shares(10), costBasis: money(10_000_000) });
  venue.isHalted = true;
  let count = 0;
  /** A sale of all ten arrives, which was sent so long ago. */
  const sell = (agoMs: number) =>
    venue.receive(
      someOrder("account", { clientKey: `KEY${++count}`, side: "sell", quantity: shares(10) }),
      (clock.now() - agoMs) as Instant,
    );
  return { clock, sell, venue };
}

const OVERSOLD = "sells 10 AAPL it does not hold";

describe("a sale of what is offered already", () => {
  it("is a violation of whoever could know", () => {
    const { sell, venue } = tenHeld();
    sell(0);
    expect(sell(0)).toBe("insufficient qty available for order");
    expect(venue.violations).toEqual([OVERSOLD]);
  });

  it("is one too when it was on its way for a while", async () => {
    const { clock, sell, venue } = tenHeld();
    sell(0);
    await clock.pass(90_000);
    sell(29_999);
    expect(venue.violations).toEqual([OVERSOLD]);
  });

  it("is none of an order that was given up: a night may have passed on its way", async () => {
    const { clock, sell, venue } = tenHeld();
    sell(0);
    await clock.pass(HOURS);
    sell(30_000);
    sell(HOURS);
    expect(venue.violations).toEqual([]);
  });

  it("is none for a minute after an order that was given up is told, by when it was sent", async () => {
    const { clock, sell, venue } = tenHeld();
    sell(40_000);
    venue.surprises.tellOrders();
    await clock.pass(79_000);
    sell(20_000);
    expect(venue.violations).toEqual([]);
    await clock.pass(1_000);
    sell(20_000);
    expect(venue.violations).toEqual([OVERSOLD]);
  });

  it("is none of who has just begun, and gets no answer, where one could not be known before", async () => {
    const { clock, sell, venue } = tenHeld();
    sell(40_000);
    venue.surprises.tellOrders();
    await clock.pass(HOURS);
    venue.surprises.leaveUnread();
    sell(0);
    expect(venue.violations).toEqual([OVERSOLD]);
    venue.surprises.beginAnew();
    venue.surprises.leaveUnread();
    await clock.pass(59_000);
    sell(0);
    expect(venue.violations).toEqual([OVERSOLD]);
    await clock.pass(1_000);
    sell(0);
    expect(venue.violations).toEqual([OVERSOLD, OVERSOLD]);
  });

  it("is none as long as nobody was told of the orders there", async () => {
    const { clock, sell, venue } = tenHeld();
    sell(40_000);
    await clock.pass(HOURS);
    sell(0);
    expect(venue.violations).toEqual([]);
  });
});

describe("cash of which some is held back", () => {
  it("pays for what the rest and the open buys leave, and whoever asks for more is refused", () => {
    const { buy, price, venue } = hundredShares();
    venue.withheld = money(50 * price);
    buy(30);
    expect(venue.buyingPower).toBe(20 * price);
    expect(buy(21)).toBe("insufficient buying power");
    expect(buy(20)).toMatchObject({ state: "working" });
    expect(venue.violations).toEqual([]);
  });

  it("leaves nothing to spend where more is held back than there is", () => {
    const { price, venue } = hundredShares();
    venue.withheld = money(101 * price);
    expect(venue.buyingPower).toBe(0);
  });
});

/** Cash for a hundred shares, and a market that stands still for orders. */
function hundredShares() {
  const clock = new VirtualClock(STARTS_AT, drain);
  const market = waveMarket(1, clock, [AAPL]);
  const price = market.priceAt(AAPL, STARTS_AT);
  const chance = seededChance(1, "venue");
  const venue = new SimulatedVenue({ clock, chance, market }, money(100 * price), NO_FAULTS);
  venue.isHalted = true;
  let count = 0;
  const buy = (quantity: number) =>
    venue.receive(
      someOrder("account", {
        clientKey: `KEY${++count}`,
        side: "buy",
        quantity: shares(quantity),
        limit: price,
      }),
    );
  return { buy, price, venue };
}
