import { fillEntry, type LedgerEntry } from "@sevenfold/domain/ledger";
import { type Money, money } from "@sevenfold/domain/money";
import type { BacktestTrade } from "./backtest-report.ts";

/** What is booked: an entry, or a fill, whose entry is written once somebody asks for it. */
export type Booking = LedgerEntry | BacktestTrade;

/** The entries of bookings in their order. */
export function ledgerOf(bookings: readonly Booking[]): readonly LedgerEntry[] {
  let fills = 0;
  return bookings.map((booking) => {
    if ("postings" in booking) return booking;
    const fill = { ...booking, executionId: `x${fills++}` };
    const position = { shares: booking.quantity, costBasis: basisMovedBy(booking) };
    return fillEntry(fill, UNMOVED, { position, realized: booking.realized });
  });
}

const UNMOVED = { costBasis: money(0) };

type BasisFill = Pick<BacktestTrade, "side" | "notional" | "realized">;

/** How a fill moves the cost of what is held: by what it came to, but for what it realized. */
export const basisMovedBy = ({ side, notional, realized }: BasisFill): Money =>
  money((side === "buy" ? notional : -notional) + realized);
