import type { Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_AT_ONCE, type PriceProvider, type TradingStatus } from "../../ports/market-data.ts";
import { AAPL, MSFT } from "../../testing/trading-world.ts";
import { type ExchangeHalts, openExchangeHalts } from "./exchange-halts.ts";

const TELLER: PriceProvider = { ...ALL_AT_ONCE, id: "teller", name: "Teller" };
const SILENT: PriceProvider = { ...TELLER, id: "silent", quotes: false, halts: false };

const statusOf = (state: TradingStatus["state"], at: number): TradingStatus => ({
  ...{ ticker: AAPL, at: at as Instant, state, because: "LUDP: Volatility Trading Pause" },
});
const quote = (halts: ExchangeHalts, at: number) =>
  halts.quote({ ticker: AAPL, bid: 99 as Price, ask: 101 as Price, at: at as Instant });
const print = (halts: ExchangeHalts, at: number, from = TELLER) =>
  halts.print({ ticker: AAPL, price: 100 as Price, at: at as Instant }, from);

const NOW = 1_000 as Instant;

/** Halted at 100. */
function halted(): ExchangeHalts {
  const halts = openExchangeHalts();
  halts.take([statusOf("halted", 100)], TELLER, NOW);
  return halts;
}

describe("halts of an exchange", () => {
  it("are of their symbol alone, and say since when and why", () => {
    const halts = halted();
    expect(halts.standing.get(AAPL)).toMatchObject({
      ...{ since: 100, because: "LUDP: Volatility Trading Pause" },
    });
    expect(halts.standing.has(MSFT)).toBe(false);
  });

  it("are over with the first quote that was made since trading goes on", () => {
    const halts = halted();
    quote(halts, 150);
    halts.take([statusOf("trading", 200)], TELLER, NOW);
    quote(halts, 199);
    print(halts, 250);
    expect(halts.standing.get(AAPL)).toMatchObject({ resumedAt: 200 });
    quote(halts, 200);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("stand again where trading is stopped before that quote, since the new moment", () => {
    const halts = halted();
    halts.take([statusOf("trading", 200), statusOf("halted", 210)], TELLER, NOW);
    quote(halts, 220);
    expect(halts.standing.get(AAPL)).toMatchObject({ since: 210 });
  });

  it("pass over what the market said before, however late it comes", () => {
    const halts = halted();
    halts.take([statusOf("trading", 99)], TELLER, NOW);
    expect(halts.standing.get(AAPL)).not.toHaveProperty("resumedAt");
  });

  it("that are dated ahead are of now, and so are their ends", () => {
    const dayAhead = NOW + 24 * 60 * 60_000;
    const halts = openExchangeHalts();
    halts.take([statusOf("halted", dayAhead)], TELLER, NOW);
    expect(halts.standing.get(AAPL)).toMatchObject({ since: NOW });
    halts.take([statusOf("trading", dayAhead)], TELLER, (NOW + 10) as Instant);
    quote(halts, NOW + 9);
    expect(halts.standing.has(AAPL)).toBe(true);
    quote(halts, NOW + 11);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("of before that are dated ahead are over by a trade and a quote of now", () => {
    const [since, resumedAt] = [NOW + 60_000, NOW + 70_000] as Instant[];
    const halts = openExchangeHalts();
    halts.recall([{ ticker: AAPL, because: "LUDP", since: since! }], NOW);
    halts.recall([{ ticker: MSFT, because: "LUDP", since: since!, resumedAt: resumedAt! }], NOW);
    print(halts, NOW + 1);
    quote(halts, NOW + 2);
    halts.quote({ ticker: MSFT, bid: 99 as Price, ask: 101 as Price, at: (NOW + 2) as Instant });
    expect(halts.standing.size).toBe(0);
  });

  it("are over though our clock was set back in their midst", () => {
    const hour = 3_600_000;
    const halts = openExchangeHalts();
    halts.take([statusOf("halted", 2 * hour)], TELLER, (2 * hour) as Instant);
    halts.take([statusOf("trading", 2 * hour + 60_000)], TELLER, hour as Instant);
    quote(halts, 2 * hour - 1);
    expect(halts.standing.has(AAPL)).toBe(true);
    quote(halts, 2 * hour + 60_001);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("made moments ahead of our clock keep their time", () => {
    const halts = openExchangeHalts();
    halts.take([statusOf("halted", NOW + 2_000)], TELLER, NOW);
    expect(halts.standing.get(AAPL)).toMatchObject({ since: NOW + 2_000 });
  });

  it("that may have been none are over with the next quote", () => {
    const halts = openExchangeHalts();
    halts.take([statusOf("unsure", 100)], TELLER, NOW);
    quote(halts, 99);
    expect(halts.standing.has(AAPL)).toBe(true);
    quote(halts, 101);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("stand where another may have begun in their midst", () => {
    const halts = halted();
    halts.take([statusOf("unsure", 110)], TELLER, NOW);
    quote(halts, 120);
    expect(halts.standing.get(AAPL)).toMatchObject({ since: 100 });
    halts.take([statusOf("trading", 130)], TELLER, NOW);
    quote(halts, 140);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("are over by a trade and a quote since where the line broke that would have told their end", () => {
    const halts = halted();
    print(halts, 150);
    expect(halts.standing.get(AAPL)).not.toHaveProperty("resumedAt");
    halts.lineBroke();
    print(halts, 100);
    expect(halts.standing.get(AAPL)).not.toHaveProperty("resumedAt");
    print(halts, 160);
    expect(halts.standing.has(AAPL)).toBe(true);
    quote(halts, 161);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("are over by a trade that another provider tells, where that tells no halts", () => {
    const halts = halted();
    print(halts, 100, SILENT);
    expect(halts.standing.has(AAPL)).toBe(true);
    print(halts, 150, SILENT);
    expect(halts.standing.has(AAPL)).toBe(false);
  });

  it("hold back at most so many symbols", () => {
    const halts = openExchangeHalts();
    const all = Array.from({ length: 20_001 }, (_, n) => ({
      ...statusOf("halted", 100),
      ticker: `S${n}` as never,
    }));
    halts.take(all, TELLER, NOW);
    expect(halts.standing.size).toBe(20_000);
  });

  it("always stand from a halt on until a quote since the word that ends them", () => {
    const event = fc.record({
      kind: fc.constantFrom("halted", "trading", "quote", "print"),
      lateMs: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const halts = openExchangeHalts();
        let state: "trades" | "stands" | "awaits" = "trades";
        let saidAt = 0;
        events.forEach(({ kind, lateMs }, index) => {
          const at = 10 + index - lateMs;
          if (kind === "quote") {
            quote(halts, at);
            if (state === "awaits" && saidAt <= at) state = "trades";
          } else if (kind === "print") print(halts, at);
          else {
            halts.take([statusOf(kind as "halted" | "trading", at)], TELLER, NOW);
            const isNews = state === "trades" || saidAt <= at;
            if (kind === "halted" && isNews) [state, saidAt] = ["stands", at];
            if (kind === "trading" && isNews && state === "stands")
              [state, saidAt] = ["awaits", at];
          }
          expect(halts.standing.has(AAPL)).toBe(state !== "trades");
        });
      }),
      // Few draws have a quote that is late enough at the one moment it matters.
      { numRuns: 2_000 },
    );
  });
});
