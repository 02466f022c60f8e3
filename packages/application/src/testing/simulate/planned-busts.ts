import { instant } from "@sevenfold/domain/market";
import { befall, tradesAfter } from "../../broker-kit/simulated/simulated-activities.ts";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import { sellableAt } from "../../broker-kit/simulated/venue-room.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { Execution } from "../../ports/broker.ts";
import type { SimulatedAccount, World } from "../world/world.ts";

const LATE_MS_MAX = 90_000;
/** A market takes back what is fresh. */
const FRESH_MS = 5 * 60_000;

/**
 * The market takes an execution back as if it had never been: any that is fresh, as long as what was sold
 * after it was held without it. Told at once or later, also before the execution itself is, once or twice in each list.
 */
export function bustLatest({
  account: { venue },
  chance,
  world: { clock },
}: {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly world: Pick<World, "clock">;
}): void {
  const now = clock.now();
  const lateMs = chance.happens(0.4) ? chance.between(1_000, LATE_MS_MAX) : 0;
  const isRepeated = chance.happens(0.3);
  const wanted = venue.executions.filter(
    (execution) => now - execution.at < FRESH_MS && mayBeBusted(venue, execution),
  );
  const busted = wanted[chance.between(0, Math.max(0, wanted.length - 1))];
  if (busted === undefined) return;
  const id = `activity-${venue.activities.all.length + 1}`;
  const { executionId, ticker } = busted;
  befall(venue, { kind: "bust", id, at: now, executionId }, now, { lateMs, isRepeated });
  venue.surprises.note(ticker, instant(now + lateMs));
  for (const order of [...venue.orders]) {
    const isOfIt = order.ticker === ticker && order.side === "sell" && order.state === "working";
    // What would sell more than there is any more.
    if (isOfIt && sellableAt(venue, ticker) < 0) venue.end(order.brokerOrderId, "canceled");
  }
}

function mayBeBusted(venue: SimulatedVenue, execution: Execution): boolean {
  const { at, executionId, fee, price, quantity, side, ticker } = execution;
  const hasMoved = venue.activities.all.some(
    (one) =>
      (one.kind === "bust" && one.executionId === executionId) ||
      ((one.kind === "split" || one.kind === "shares-journal") &&
        one.ticker === ticker &&
        at <= one.at),
  );
  const { trades = [] } = venue.foreign;
  const wereParts = trades.some((one) => one.ticker === ticker && at <= one.at);
  if (hasMoved || wereParts) return false;
  if (side === "sell") return price * quantity <= venue.cash + fee;
  const held = venue.positions.get(ticker)?.quantity ?? 0;
  return quantity <= leastHeld(held, tradesAfter(execution, venue));
}

/** The fewest shares there were since these trades began. */
function leastHeld(held: number, trades: readonly Execution[]): number {
  let [least, before] = [held, held];
  for (const { quantity, side } of trades.toReversed()) {
    before -= side === "buy" ? quantity : -quantity;
    least = Math.min(least, before);
  }
  return least;
}
