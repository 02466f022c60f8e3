import type { Intent } from "@sevenfold/domain/decide";
import type { BarColumns } from "./bar-columns.ts";

/** An order between its decision and the opening it fills at. */
export interface WaitingOrder {
  readonly intent: Intent;
  /** The bar it fills at the open of. */
  readonly bar: number;
  /** When that bar opens. */
  readonly opensAt: number;
}

/** The order with the first bar, from `from` on, that opens while fills are possible; undefined without one. */
export function waitForOpen(
  intent: Intent,
  { count, opensAt, opensInSession }: BarColumns,
  from: number,
): WaitingOrder | undefined {
  for (let bar = from; bar < count; bar++)
    if (opensInSession === undefined || opensInSession[bar] === 1)
      return { intent, bar, opensAt: opensAt[bar] as number };
  return undefined;
}

/** Keeps the line by opening instant; at one instant the order decided first fills first. */
export function joinLine(line: WaitingOrder[], order: WaitingOrder): void {
  let place = line.length;
  while (0 < place && order.opensAt < (line[place - 1] as WaitingOrder).opensAt) place--;
  line.splice(place, 0, order);
}
