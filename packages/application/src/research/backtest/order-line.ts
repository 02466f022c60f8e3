import type { Intent } from "@sevenfold/domain/decide";
import { openQuantity } from "@sevenfold/domain/order";
import type { BacktestRun } from "./backtest-run.ts";
import { nextOpening } from "./bar-columns.ts";
import type { OrderAtWork } from "./sent-order.ts";

/**
 * Lets an order wait for its symbol's next opening, from bar `from` on. Where none is left it waits all
 * the same, as one who does not know the future would: a stop still takes it back.
 */
export function waitForOpening(run: BacktestRun, work: OrderAtWork, from: number): void {
  const columns = run.columns[work.intent.slot]!;
  const bar = nextOpening(columns, from);
  work.bar = bar ?? NO_BAR;
  work.opensAt = bar === undefined ? Number.POSITIVE_INFINITY : columns.opensAt[bar]!;
  joinLine(run.line, work);
}

const NO_BAR = -1;

/** What still waits at the end of a run, in the order it was decided. */
export const unfilledOf = ({ line, orders }: BacktestRun): readonly Intent[] =>
  line.map(({ intent, number }) => ({ ...intent, quantity: openQuantity(orders[number]!) }));

/** Takes the slot's order out of the line. */
export function leaveLine({ line }: BacktestRun, slot: number): OrderAtWork | undefined {
  const place = line.findIndex(({ intent }) => intent.slot === slot);
  return place === -1 ? undefined : line.splice(place, 1)[0];
}

/** Keeps the line by opening instant; at one instant the order decided first fills first. */
function joinLine(line: OrderAtWork[], work: OrderAtWork): void {
  let place = line.length;
  while (0 < place && comesBefore(work, line[place - 1]!)) place -= 1;
  if (place === line.length) line.push(work);
  else line.splice(place, 0, work);
}

const comesBefore = (one: OrderAtWork, other: OrderAtWork): boolean =>
  one.opensAt < other.opensAt || (one.opensAt === other.opensAt && one.number < other.number);
