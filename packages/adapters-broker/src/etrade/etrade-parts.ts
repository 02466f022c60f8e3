import { type DayFill, type DayTrade, dayFillsOf, dayTradeOf, sumOf } from "./etrade-day-trades.ts";
import { kindOfOrder } from "./etrade-foreign.ts";
import type { OrderRowWire, TransactionWire } from "./etrade-wire.ts";

/**
 * An order for parts of shares trades in pieces: its whole shares are a transaction like that of an
 * order of ours, and nothing but the orders says whose it is. Answers the ids of such transactions:
 * of a symbol, side and day, those that together are what the orders for parts had filled, less the
 * parts; of several such choices the one whose cash is nearest to what these orders paid.
 */
export function wholePiecesOfParts(
  transactions: readonly TransactionWire[],
  orders: readonly OrderRowWire[],
): ReadonlySet<string> {
  const pieces = byKey(transactions.flatMap(dayTradeOf));
  const filled = byKey(orders.flatMap(partsFilledBy));
  const found = new Set<string>();
  for (const [key, group] of pieces) {
    const parts = group.filter(({ count }) => !Number.isInteger(count));
    const whole = group.filter(({ count }) => Number.isInteger(count));
    const fills = filled.get(key) ?? [];
    if (parts.length === 0 || whole.length === 0 || fills.length === 0) continue;
    const wanted = Math.round((sumOf(fills) - sumOf(parts)) * SCALE) / SCALE;
    const paid = paidFor(fills) - paidFor(parts);
    for (const { id } of chosen(whole, wanted, paid)) found.add(id);
  }
  return found;
}

/** Whether any of them is of parts of a share: only then the orders have to be asked. */
export const hasParts = (transactions: readonly TransactionWire[]): boolean =>
  transactions.flatMap(dayTradeOf).some(({ count }) => !Number.isInteger(count));

/** Decimals that are kept of a count of shares. */
const SCALE = 1e9;

function partsFilledBy(row: OrderRowWire): readonly DayFill[] {
  const kind = kindOfOrder(row);
  return kind === "fraction" || kind === "notional" ? dayFillsOf(row) : [];
}

function byKey<Of extends DayFill>(all: readonly Of[]): ReadonlyMap<string, readonly Of[]> {
  const grouped = new Map<string, Of[]>();
  for (const each of all) grouped.set(each.key, [...(grouped.get(each.key) ?? []), each]);
  return grouped;
}

const paidFor = (all: readonly DayFill[]): number =>
  all.reduce((sum, { count, price }) => sum + count * price, 0);

/** So many choices are looked at; a day with more trades of one symbol than that is left to a person. */
const CHOICES_MAX = 20_000;

/** The pieces that are `wanted` shares together and cost as near to `paid` as any such; none, where none are. */
function chosen(pieces: readonly DayTrade[], wanted: number, paid: number): readonly DayTrade[] {
  let best: readonly DayTrade[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  let looked = 0;
  const look = (from: number, left: number, taken: readonly DayTrade[]): void => {
    looked += 1;
    if (CHOICES_MAX < looked) return;
    if (left === 0) {
      const apart = Math.abs(paidFor(taken) - paid);
      if (apart < nearest) [best, nearest] = [taken, apart];
      return;
    }
    for (let index = from; index < pieces.length; index += 1) {
      const piece = pieces[index]!;
      if (piece.count <= left) look(index + 1, left - piece.count, [...taken, piece]);
    }
  };
  if (0 < wanted && Number.isInteger(wanted)) look(0, wanted, []);
  return looked <= CHOICES_MAX ? best : [];
}
