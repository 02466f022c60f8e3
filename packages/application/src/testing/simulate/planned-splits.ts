import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { befall, type TellingFaults } from "../../broker-kit/simulated/simulated-activities.ts";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { SplitActivity } from "../../ports/activity.ts";
import { halfEven } from "../plain-costs.ts";
import type { World } from "../world/world.ts";
import { carry, workingOf } from "./carried-orders.ts";
import type { PlannedMarket } from "./planned-market.ts";

/** What a company does to its share over a night, and how each broker tells it. */
export interface PlannedSplit {
  readonly ticker: Ticker;
  /** `from` shares become `to`. */
  readonly from: number;
  readonly to: number;
  readonly telling: TellingFaults;
  /** The cash for what is left of a share is told by itself. */
  readonly tellingCash: TellingFaults;
  readonly isRatioTold: boolean;
  /** What rests until canceled is made one of the new shares; it is canceled where not said. */
  readonly isCarried?: true;
}

/** Splits that wait for the night to be over. */
export interface PlannedSplits {
  /** One of a symbol in a night: the first that is planned. */
  plan(split: PlannedSplit): void;
  /** The night is over: shares and prices are others from now on. Answers whose. */
  comeIntoForce(): ReadonlySet<Ticker>;
}

interface Needs {
  readonly world: Pick<World, "clock">;
  readonly market: Pick<PlannedMarket, "isListed" | "priceAt" | "split">;
  readonly accounts: readonly { readonly venue: SimulatedVenue }[];
}

const RATIOS = [
  [1, 2],
  [1, 3],
  [1, 4],
  [1, 10],
  [2, 1],
  [4, 1],
  [10, 1],
  [20, 1],
] as const;
const LATE_MS = [20_000, 150_000] as const;

/** Of a symbol that somebody holds, where anybody does. */
export function drawSplit(chance: SeededChance, ticker: Ticker): PlannedSplit {
  const [from, to] = RATIOS[chance.between(0, RATIOS.length - 1)]!;
  const telling = (): TellingFaults => ({
    ...(chance.happens(0.5) && { lateMs: chance.between(...LATE_MS) }),
    isRepeated: chance.happens(0.3),
  });
  return {
    ticker,
    from,
    to,
    telling: telling(),
    tellingCash: telling(),
    isRatioTold: chance.happens(0.7),
  };
}

export function openPlannedSplits({ accounts, market, world: { clock } }: Needs): PlannedSplits {
  const waiting = new Map<Ticker, PlannedSplit>();
  return {
    plan(split) {
      if (!waiting.has(split.ticker)) waiting.set(split.ticker, split);
    },
    comeIntoForce() {
      const due = [...waiting.values()].filter(
        ({ ticker }) =>
          market.isListed(ticker) && !accounts.some(({ venue }) => wasJournaled(venue, ticker)),
      );
      waiting.clear();
      for (const split of due) {
        market.split(split);
        for (const { venue } of accounts) splitAt(venue, split, { clock, market });
      }
      return new Set(due.map(({ ticker }) => ticker));
    },
  };
}

/**
 * A split is told of the shares that are there: the books cannot split what has gone to another account
 * and is not told of yet.
 */
const wasJournaled = ({ activities }: SimulatedVenue, ticker: Ticker): boolean =>
  activities.all.some((one) => one.kind === "shares-journal" && one.ticker === ticker);

/** A venue cancels what was ordered of other shares, but for what it carries over, and pays for what is no whole share. */
function splitAt(
  venue: SimulatedVenue,
  { from, isCarried, isRatioTold, telling, tellingCash, ticker, to }: PlannedSplit,
  { clock, market }: Pick<World, "clock"> & Pick<Needs, "market">,
): void {
  for (const order of workingOf(venue, ticker))
    if (!isCarried || !carry(venue, order, { from, to }))
      venue.end(order.brokerOrderId, "canceled");
  const before = venue.positions.get(ticker)?.quantity ?? 0;
  if (before === 0) return;
  const now = clock.now();
  venue.surprises.note(ticker, now);
  const at = dayBoundsOf(now).starts;
  const id = `activity-${venue.activities.all.length + 1}`;
  const after = Math.floor((before * to) / from);
  const left = before * to - after * from;
  const split: SplitActivity = {
    ...{ kind: "split", id, at, ticker, before: shares(before), after: shares(after) },
    // Where there is no ratio, the shares tell it.
    ...(isRatioTold || 0 < left ? { ratio: { from, to } } : {}),
  };
  befall(venue, split, now, telling);
  if (0 < left)
    befall(
      venue,
      {
        ...{ kind: "cash-in-lieu", id: `${id}-cash`, at, ticker },
        amount: money(halfEven(BigInt(market.priceAt(ticker, now)) * BigInt(left), BigInt(from))),
      },
      now,
      tellingCash,
    );
}
