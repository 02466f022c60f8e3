import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { befall, type TellingFaults } from "../../broker-kit/simulated/simulated-activities.ts";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { Activity } from "../../ports/activity.ts";
import type { World } from "../world/world.ts";
import type { PlannedMarket } from "./planned-market.ts";

/** What becomes of a company over a night: shares of it, of another one, of one more, or cash. */
const KINDS = ["name-change", "share-merger", "cash-merger", "spin-off"] as const;

/** And how each broker tells it. */
export interface PlannedReorganization {
  readonly ticker: Ticker;
  readonly kind: (typeof KINDS)[number];
  /** Of ten shares: so many of the other company. */
  readonly forTen: number;
  readonly telling: TellingFaults;
}

/** Reorganizations that wait for the night to be over. */
export interface PlannedReorganizations {
  /** One of a symbol in a night: the first that is planned. */
  plan(reorganization: PlannedReorganization): void;
  /** The night is over: of the symbols in it something else has come already. */
  comeIntoForce(but: ReadonlySet<Ticker>): void;
}

interface Needs {
  readonly world: Pick<World, "clock">;
  readonly market: Pick<PlannedMarket, "isListed" | "list" | "priceAt" | "unlist">;
  readonly accounts: readonly { readonly venue: SimulatedVenue }[];
}

const LATE_MS = [20_000, 150_000] as const;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export const drawReorganization = (
  chance: SeededChance,
  ticker: Ticker,
): PlannedReorganization => ({
  ticker,
  kind: KINDS[chance.between(0, KINDS.length - 1)]!,
  forTen: chance.between(1, 30),
  telling: {
    ...(chance.happens(0.5) && { lateMs: chance.between(...LATE_MS) }),
    isRepeated: chance.happens(0.3),
  },
});

export function openPlannedReorganizations({
  accounts,
  market,
  world: { clock },
}: Needs): PlannedReorganizations {
  const waiting = new Map<Ticker, PlannedReorganization>();
  let named = 0;
  const newName = (): Ticker => {
    named += 1;
    return `NEW${LETTERS[named % LETTERS.length]}` as Ticker;
  };
  return {
    plan(reorganization) {
      if (!waiting.has(reorganization.ticker)) waiting.set(reorganization.ticker, reorganization);
    },
    comeIntoForce(but) {
      const due = [...waiting.values()].filter(
        ({ ticker }) => !but.has(ticker) && market.isListed(ticker),
      );
      waiting.clear();
      for (const reorganization of due) {
        const other = newName();
        for (const { venue } of accounts)
          reorganizeAt(venue, { ...reorganization, other }, { clock, market });
        changeMarket(market, reorganization, other);
      }
    },
  };
}

function changeMarket(
  market: Needs["market"],
  { forTen, kind, ticker }: PlannedReorganization,
  other: Ticker,
): void {
  if (kind === "name-change") market.list(other, { instead: ticker, part: 1 });
  if (kind === "share-merger") market.list(other, { instead: ticker, part: 10 / forTen });
  if (kind === "spin-off") market.list(other);
  else market.unlist(ticker);
}

/** A venue cancels what was ordered of shares that are no more. */
function reorganizeAt(
  venue: SimulatedVenue,
  planned: PlannedReorganization & { readonly other: Ticker },
  { clock, market }: Pick<World, "clock"> & Pick<Needs, "market">,
): void {
  const { kind, telling, ticker } = planned;
  for (const order of venue.orders)
    if (kind !== "spin-off" && order.ticker === ticker && order.state === "working")
      venue.end(order.brokerOrderId, "canceled");
  if (kind !== "spin-off") venue.unlisted.add(ticker);
  const before = venue.positions.get(ticker)?.quantity ?? 0;
  if (before === 0) return;
  const now = clock.now();
  const told = {
    id: `activity-${venue.activities.all.length + 1}`,
    at: dayBoundsOf(now).starts,
  };
  const worth = market.priceAt(ticker, now) * before;
  const activity = activityOf(planned, { told, before, worth });
  if (activity) befall(venue, activity, now, telling);
}

interface Met {
  readonly told: Pick<Activity, "at" | "id">;
  readonly before: number;
  readonly worth: number;
}

function activityOf(
  { forTen, kind, other, ticker }: PlannedReorganization & { readonly other: Ticker },
  { before, told, worth }: Met,
): Activity | undefined {
  const came = Math.floor((before * forTen) / 10);
  switch (kind) {
    case "name-change":
    case "share-merger":
      return {
        ...{ kind: "name-change", ...told, ticker, becomes: other, before: shares(before) },
        after: shares(kind === "name-change" ? before : came),
      };
    case "cash-merger":
      return { kind, ...told, ticker, quantity: shares(before), amount: money(worth) };
    case "spin-off":
      return came === 0 ? undefined : { kind, ...told, ticker: other, shares: came };
  }
}
