import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Book,
  openBook,
  positionOf,
  restorePosition,
  restoreSlot,
  restoreTrail,
  slotStateOf,
  trailOf,
} from "./book.ts";
import { orderBegan, otherOrderBegan } from "./book-orders.ts";
import { restoreSession, sessionOf } from "./book-session.ts";
import { decide } from "./decide.ts";
import { bps, type Money, shares } from "./money.ts";
import { RISK_UNLIMITED } from "./strategy.ts";
import { equityOf, reservedOf } from "./testing/naive-account.ts";
import { batchOf, happen, makeTwins, setups, type Twins } from "./testing/twin-accounts.ts";
import { lives, TWIN_TICKERS } from "./testing/twin-events.ts";

describe("decide, on any path", () => {
  it("always decides as the rules written out naively do, intent for intent", () => {
    fc.assert(
      fc.property(setups, lives(120), (setup, events) => {
        const twins = makeTwins(setup);
        for (const event of events) {
          const { real, naive } = happen(twins, event);
          expect(real).toEqual(naive);
          expectSameAccount(twins);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("always answers the same to the same", () => {
    fc.assert(
      fc.property(setups, lives(60), (setup, events) => {
        const [one, other] = [makeTwins(setup), makeTwins(setup)];
        for (const event of events)
          expect(happen(one, event).real).toEqual(happen(other, event).real);
      }),
    );
  });

  it("never minds the order of different symbols within one instant", () => {
    const instants = fc.array(fc.array(fc.integer({ min: -700, max: 700 }), ROW), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(setups, instants, fc.shuffledSubarray([0, 1, 2, 3], ROW), (setup, all, order) => {
        const [one, other] = [makeTwins(setup).book, makeTwins(setup).book];
        const prices = setup.dollars.map((each) => each * 10_000);
        all.forEach((moves, index) => {
          const rows = moves.map((move, slot) => {
            prices[slot] = Math.max(1, Math.round((prices[slot]! * (10_000 + move)) / 10_000));
            return { slot, price: prices[slot] };
          });
          const when = { at: index * 1_000, inSession: true };
          const shuffled = order.map((slot) => rows[slot]!);

          expect(decide(other, batchOf({ ...when, rows: shuffled }))).toEqual(
            decide(one, batchOf({ ...when, rows })),
          );
        });
      }),
    );
  });

  it("never lets later prices change what was decided before them", () => {
    fc.assert(
      fc.property(setups, lives(40), lives(40), (setup, past, future) => {
        const decided = (events: readonly (typeof past)[number][]) => {
          const twins = makeTwins(setup);
          return events.map((event) => happen(twins, event).real);
        };

        expect(decided([...past, ...future]).slice(0, past.length)).toEqual(decided(past));
      }),
    );
  });

  it("always goes on after a restart as if there had been none", () => {
    fc.assert(
      fc.property(setups, lives(60), lives(60), (setup, before, after) => {
        const twins = makeTwins(setup);
        for (const event of before) happen(twins, event);
        const restarted: Twins = { ...twins, book: restored(twins.book, setup) };
        for (const event of after) {
          const { real, naive } = happen(restarted, event);
          expect(real).toEqual(naive);
        }
      }),
    );
  });

  it("never reserves more than the cash above the reserve, nor sells more than is held", () => {
    fc.assert(
      fc.property(setups, lives(120), (setup, events) => {
        const twins = makeTwins(setup);
        const { book } = twins;
        for (const event of events)
          for (const { slot, side, quantity } of happen(twins, event).real) {
            const spare = book.cash - book.reservedCash - book.strategy.minCashReserve;
            if (side === "sell") expect(quantity <= book.held[slot]!).toBe(true);
            else expect(0 <= spare && quantity <= book.strategy.maxPositionSize).toBe(true);
            const { maxPositionBps } = book.limits;
            if (side === "sell" || maxPositionBps === RISK_UNLIMITED) continue;
            const value = quantity * book.last[slot]! * 10_000;
            expect(value <= book.equity * maxPositionBps).toBe(true);
          }
      }),
    );
  });
});

const ROW = { minLength: 4, maxLength: 4 };

function expectSameAccount({ book, naive }: Twins): void {
  expect([book.cash, book.equity, book.reservedCash, book.halted, book.baseline]).toEqual([
    naive.cash,
    equityOf(naive),
    reservedOf(naive),
    naive.isHalted,
    naive.baseline,
  ]);
  naive.symbols.forEach((symbol, slot) => {
    const { high, low, last } = trailOf(book, slot) ?? {};
    expect(high === undefined ? undefined : { high, low, last }).toEqual(symbol.trail);
    expect(positionOf(book, slot)).toEqual({ shares: symbol.held, costBasis: symbol.cost });
  });
}

/** A new book from what a store keeps of another: what a restart does. */
function restored(book: Book, setup: Parameters<typeof makeTwins>[0]): Book {
  const fresh = openBook({
    tickers: TWIN_TICKERS,
    strategy: book.strategy,
    limits: book.limits,
    cash: book.cash,
    automation: book.automation,
    collarBps: bps(setup.collarBps),
  });
  for (let slot = 0; slot < TWIN_TICKERS.length; slot += 1) copySlot(fresh, book, slot);
  restoreSession(fresh, sessionOf(book));
  fresh.entryTimes = [...book.entryTimes];
  return fresh;
}

function copySlot(fresh: Book, book: Book, slot: number): void {
  const trail = trailOf(book, slot);
  if (trail) restoreTrail(fresh, slot, trail);
  restoreSlot(fresh, slot, slotStateOf(book, slot));
  const { shares: held, costBasis } = positionOf(book, slot);
  restorePosition(fresh, slot, { held, costBasis, managed: book.managed[slot] === 1 });
  if (book.ordersOther[slot] === 1) otherOrderBegan(fresh, slot);
  if (book.orderWorking[slot] === 0) return;
  orderBegan(fresh, slot, {
    reason: book.orderWorking[slot]!,
    quantity: shares(book.workingShares[slot]!),
    reservedCash: book.workingCash[slot] as Money,
  });
}
