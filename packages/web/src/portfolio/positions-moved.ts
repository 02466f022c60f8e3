import { CALLS } from "@sevenfold/contract/calls";
import { mutate } from "swr";

const MOVED = [
  CALLS.listPositions,
  CALLS.listPricedPositions,
  CALLS.readPortfolioSummary,
  CALLS.readAccount,
  CALLS.listTrades,
  CALLS.readWorkerStatus,
];

/** Asks again for all that a sale or a sync may have changed. */
export function positionsMoved(): void {
  for (const { path } of MOVED) void mutate(path);
}
