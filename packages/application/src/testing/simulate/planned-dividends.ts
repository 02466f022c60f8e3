import type { Ticker } from "@sevenfold/domain/market";
import { money, type Price, price } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { befall, type TellingFaults } from "../../broker-kit/simulated/simulated-activities.ts";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { World } from "../world/world.ts";

/** What a company pays for each share over a night, by which venues lower what rests there. */
export interface PlannedDividend {
  readonly ticker: Ticker;
  readonly perShare: Price;
  readonly telling: TellingFaults;
}

/** Dividends that wait for the night to be over. */
export interface PlannedDividends {
  /** One of a symbol in a night: the first that is planned. */
  plan(dividend: PlannedDividend): void;
  comeIntoForce(): void;
}

interface Needs {
  readonly world: Pick<World, "clock">;
  readonly accounts: readonly { readonly venue: SimulatedVenue }[];
}

const LATE_MS = [20_000, 150_000] as const;
const TICK = 100;

export const drawDividend = (chance: SeededChance, ticker: Ticker): PlannedDividend => ({
  ticker,
  perShare: price(TICK * chance.between(1, 300)),
  telling: {
    ...(chance.happens(0.5) && { lateMs: chance.between(...LATE_MS) }),
    isRepeated: chance.happens(0.3),
  },
});

export function openPlannedDividends({ accounts, world: { clock } }: Needs): PlannedDividends {
  const waiting = new Map<Ticker, PlannedDividend>();
  return {
    plan(dividend) {
      if (!waiting.has(dividend.ticker)) waiting.set(dividend.ticker, dividend);
    },
    comeIntoForce() {
      for (const dividend of waiting.values())
        for (const { venue } of accounts) payAt(venue, dividend, clock.now());
      waiting.clear();
    },
  };
}

function payAt(
  venue: SimulatedVenue,
  { perShare, telling, ticker }: PlannedDividend,
  now: ReturnType<World["clock"]["now"]>,
): void {
  for (const { brokerOrderId, state, stop, ticker: of, timeInForce } of venue.orders)
    if (of === ticker && state === "working" && timeInForce && stop)
      venue.change(brokerOrderId, { stop: price(Math.max(TICK, stop - perShare)) });
  const held = venue.positions.get(ticker)?.quantity ?? 0;
  if (held === 0) return;
  const id = `activity-${venue.activities.all.length + 1}`;
  const told = { id, at: dayBoundsOf(now).starts, ticker };
  befall(venue, { kind: "dividend", ...told, amount: money(held * perShare) }, now, telling);
}
