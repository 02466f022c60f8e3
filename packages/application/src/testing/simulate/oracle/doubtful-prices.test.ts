import type { Instant, Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { AccountView } from "../../../trading/session/worker-view.ts";
import { noteFarFill } from "./doubtful-prices.ts";
import { beginning, newStanding, type SymbolStanding } from "./symbol-standing.ts";

const AAPL = "AAPL" as Ticker;

interface Before {
  readonly at?: number;
  readonly heard: number;
  readonly known?: number;
  readonly symbol?: SymbolStanding;
}

/** What the judge makes of a fill, by the last price it heard itself and the one its worker goes by. */
function farFillOf(filledAt: number, { at = 1, heard, known, symbol = newStanding() }: Before) {
  symbol.trails = [beginning(heard), beginning(heard)];
  const last = known === undefined ? undefined : price(known);
  const trail = last && { since: 0 as Instant, high: last, low: last, last };
  const view = { symbols: [{ ticker: AAPL, trail }] } as unknown as AccountView;
  const worker = known === undefined ? undefined : view;
  noteFarFill(
    { symbolOf: () => symbol, view: () => worker },
    { ticker: AAPL, at: at as Instant, price: price(filledAt) },
  );
  return symbol.farFill;
}

describe("noteFarFill", () => {
  it.each([
    ["far from the price before it", 1_000_000, { heard: 600_000, known: 600_000 }, 600_000],
    ["far from the price before it, of no worker", 1_000_000, { heard: 600_000 }, 600_000],
    [
      "near a price that its worker holds back, far from what it goes by",
      1_000_000,
      { heard: 1_001_000, known: 600_000 },
      600_000,
    ],
  ])("knows a fill that is %s", (_, filledAt, before, from) => {
    expect(farFillOf(filledAt, before)).toEqual({ from: [from], price: filledAt });
  });

  it("doubts another fill near to it just as much, as long as no price was gone by since", () => {
    const symbol = newStanding();
    farFillOf(1_000_000, { heard: 600_000, known: 600_000, symbol });

    const second = farFillOf(1_001_000, { heard: 1_000_000, known: 1_000_000, symbol });
    expect(second).toEqual({ from: [600_000], price: 1_001_000 });
  });

  it("doubts the second of two fills by either of the prices before them", () => {
    const symbol = newStanding();
    farFillOf(600_000, { heard: 1_000_000, symbol });

    const second = farFillOf(900_000, { heard: 600_000, symbol });
    expect(second).toEqual({ from: [1_000_000, 600_000], price: 900_000 });
  });

  it("leaves the price to a fill that happened later and was told before", () => {
    const symbol = { ...newStanding(), anchoredAt: 2 };
    farFillOf(1_000_000, { at: 2, heard: 600_000, symbol });

    const earlier = farFillOf(1_001_000, { at: 1, heard: 1_000_000, symbol });
    expect(earlier).toEqual({ from: [600_000], price: 1_000_000 });
  });

  it.each([
    ["the price before it", 1_001_000],
    ["what its worker goes by, far from a price that it has not heard", 600_000],
  ])("doubts no fill that is near %s", (_, heard) => {
    expect(farFillOf(1_000_000, { heard, known: 999_000 })).toBeUndefined();
  });
});
