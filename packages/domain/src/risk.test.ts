import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Instant, instant } from "./market.ts";
import { bps, type Money, type Price, price, type Quantity, shares } from "./money.ts";
import { ORDER_ORIGINS } from "./order.ts";
import { checkOrder, type OrderDraft, type RiskFacts, SUBMITS_PER_MINUTE_MAX } from "./risk.ts";
import { RISK_UNLIMITED } from "./strategy.ts";
import { prices, quantities } from "./testing/arbitraries.ts";

describe("checkOrder", () => {
  it("keeps price plus collar aside for a buy at market, the limit for one at a limit", () => {
    expect(checkOrder(buyOf(10), FACTS)).toEqual({
      ok: true,
      value: { reservedCash: 10_100_000, warnings: [] },
    });
    expect(checkOrder({ ...buyOf(10), limit: price(900_000) }, FACTS)).toMatchObject({
      value: { reservedCash: 9_000_000 },
    });
  });

  it("denies a buy that free cash cannot pay, whoever wants it", () => {
    const facts = { ...FACTS, cash: dollars(2_000), reservedCash: dollars(990.0001) };
    for (const origin of ORDER_ORIGINS)
      expect(checkOrder({ ...buyOf(10), origin }, facts)).toEqual({
        ok: false,
        refusal: {
          kind: "insufficient-buying-power",
          needed: dollars(1_010),
          available: dollars(1_009.9999),
        },
      });
    expect(checkOrder(buyOf(10), { ...facts, reservedCash: dollars(990) }).ok).toBe(true);
  });

  it("denies a sell of more than is held less open sells", () => {
    const facts = { ...FACTS, held: shares(10), openSells: shares(4) };
    expect(checkOrder(sellOf(6), facts)).toEqual({
      ok: true,
      value: { reservedCash: 0, warnings: [] },
    });
    expect(checkOrder(sellOf(7), facts)).toEqual({
      ok: false,
      refusal: { kind: "not-enough-shares", wanted: 7, held: 10, openSells: 4 },
    });
  });

  it("lets the worker buy up to each limit, and not a unit beyond it", () => {
    const worker = (count: number) => ({ ...buyOf(count), origin: "automated" as const });
    const reserve = { ...FACTS, cash: dollars(2_010) };
    expect(checkOrder(worker(10), reserve).ok).toBe(true);
    expect(checkOrder(worker(10), { ...reserve, cash: dollars(2_009.9999) })).toMatchObject({
      refusal: { limit: { kind: "cash-reserve", left: dollars(999.9999) } },
    });
    const size = { ...FACTS, held: shares(30), openBuys: shares(10) };
    expect(checkOrder(worker(10), size).ok).toBe(true);
    expect(checkOrder(worker(11), size)).toMatchObject({
      refusal: { limit: { kind: "max-position-size", after: 51 } },
    });
    const share = { ...FACTS, equity: dollars(10_000) };
    expect(checkOrder(worker(12), share).ok).toBe(true);
    expect(checkOrder(worker(13), share)).toMatchObject({
      refusal: { limit: { kind: "position-share", limit: dollars(1_200) } },
    });
  });

  it("warns a person of every limit a buy breaks, and denies the worker by the first", () => {
    const facts = {
      ...FACTS,
      held: shares(45),
      cash: dollars(1_500),
      equity: dollars(20_000),
      halted: true,
      coolDownUntil: instant(5_000),
    };
    expect(checkOrder(buyOf(6), facts)).toEqual({
      ok: true,
      value: {
        reservedCash: dollars(606),
        warnings: [
          { kind: "halted" },
          { kind: "cool-down", until: 5_000 },
          { kind: "max-position-size", after: 51, limit: 50 },
          { kind: "cash-reserve", left: dollars(894), reserve: dollars(1_000) },
          { kind: "position-share", after: dollars(5_100), limit: dollars(2_400) },
        ],
      },
    });
    expect(checkOrder({ ...buyOf(6), origin: "automated" }, facts)).toEqual({
      ok: false,
      refusal: { kind: "limit-broken", limit: { kind: "halted" } },
    });
  });

  it("takes a 30th order within a minute and buys with no 31st", () => {
    const sent = (count: number) => Array.from({ length: count }, (_, index) => instant(index));
    const at = instant(1_000);
    expect(checkOrder(buyOf(1), { ...FACTS, at, recentSubmits: sent(29) }).ok).toBe(true);
    expect(checkOrder(buyOf(1), { ...FACTS, at, recentSubmits: sent(30) })).toEqual({
      ok: false,
      refusal: { kind: "too-many-orders", limit: SUBMITS_PER_MINUTE_MAX, until: 60_000 },
    });
    const later = { ...FACTS, at: instant(60_000), recentSubmits: sent(30) };
    expect(checkOrder(buyOf(1), later).ok).toBe(true);
  });

  it("never lets buys make a minute hold more than thirty orders", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 8_000 }), { maxLength: 120 }), (gaps) => {
        const recentSubmits: Instant[] = [];
        let at = 1_000_000;
        for (const gap of gaps) {
          at += gap;
          if (checkOrder(buyOf(1), { ...FACTS, at: instant(at), recentSubmits }).ok)
            recentSubmits.push(instant(at));
          const within = recentSubmits.filter((time) => at - time < 60_000);
          expect(within.length).toBeLessThanOrEqual(SUBMITS_PER_MINUTE_MAX);
        }
      }),
    );
  });

  it("never accepts a buy of the worker's that exceeds any limit", () => {
    fc.assert(
      fc.property(riskFacts, quantities, prices, (facts, quantity, each) => {
        const draft = { ...buyOf(1), quantity, price: each, origin: "automated" } as const;
        const checked = checkOrder(draft, facts);
        if (!checked.ok) return;
        const after = facts.held + facts.openBuys + quantity;
        const left = facts.cash - facts.reservedCash - checked.value.reservedCash;

        expect(each * quantity <= checked.value.reservedCash).toBe(true);
        expect(facts.strategy.minCashReserve <= left).toBe(true);
        expect(after <= facts.strategy.maxPositionSize && !facts.halted).toBe(true);
        const { maxPositionBps } = facts.limits;
        if (maxPositionBps !== RISK_UNLIMITED)
          expect(after * each * 10_000 <= facts.equity * maxPositionBps).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never accepts a person's buy that free cash cannot pay", () => {
    fc.assert(
      fc.property(riskFacts, quantities, prices, (facts, quantity, each) => {
        const checked = checkOrder({ ...buyOf(1), quantity, price: each }, facts);

        if (checked.ok) expect(each * quantity <= facts.cash - facts.reservedCash).toBe(true);
      }),
    );
  });

  it("never sells more than is held, and never denies selling what is held", () => {
    fc.assert(
      fc.property(riskFacts, quantities, prices, fc.boolean(), (known, quantity, each, isBusy) => {
        const submits = Array.from({ length: 40 }, () => known.at);
        const facts = isBusy ? { ...known, recentSubmits: submits } : known;
        for (const origin of ORDER_ORIGINS) {
          const draft: OrderDraft = { side: "sell", origin, quantity, price: each as Price };
          expect(checkOrder(draft, facts).ok).toBe(facts.openSells + quantity <= facts.held);
        }
      }),
    );
  });
});

const dollars = (amount: number) => Math.round(amount * 10_000) as Money;

const FACTS: RiskFacts = {
  at: instant(1_000),
  cash: dollars(100_000),
  reservedCash: dollars(0),
  equity: dollars(100_000),
  collarBps: bps(100),
  held: shares(0),
  openSells: shares(0),
  openBuys: shares(0),
  halted: false,
  coolDownUntil: instant(0),
  strategy: { maxPositionSize: shares(50), minCashReserve: dollars(1_000) },
  limits: { maxPositionBps: bps(1_200) },
  recentSubmits: [],
};

const buyOf = (count: number): OrderDraft => ({
  side: "buy",
  origin: "manual",
  quantity: shares(count),
  price: price(1_000_000),
});
const sellOf = (count: number): OrderDraft => ({ ...buyOf(count), side: "sell" });

const riskFacts: fc.Arbitrary<RiskFacts> = fc
  .record({
    cash: fc.integer({ min: 0, max: 5_000_000_000 }),
    reserved: fc.integer({ min: 0, max: 1_000_000_000 }),
    equity: fc.integer({ min: 0, max: 9_000_000_000 }),
    held: fc.nat({ max: 600 }),
    openSells: fc.nat({ max: 300 }),
    openBuys: fc.nat({ max: 30 }),
    halted: fc.boolean(),
    maxPositionSize: fc.integer({ min: 1, max: 1_000 }),
    minCashReserve: fc.nat({ max: 1_000_000_000 }),
    maxPositionBps: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(RISK_UNLIMITED)),
  })
  .map((drawn) => ({
    ...FACTS,
    cash: drawn.cash as Money,
    reservedCash: drawn.reserved as Money,
    equity: drawn.equity as Money,
    held: drawn.held as Quantity,
    openSells: Math.min(drawn.held, drawn.openSells) as Quantity,
    openBuys: drawn.openBuys as Quantity,
    halted: drawn.halted,
    strategy: {
      maxPositionSize: shares(drawn.maxPositionSize),
      minCashReserve: drawn.minCashReserve as Money,
    },
    limits: { maxPositionBps: bps(drawn.maxPositionBps) },
  }));
