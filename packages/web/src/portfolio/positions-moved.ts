import { mutate } from "swr";
import {
  listPositions,
  listPricedPositions,
  listTrades,
  readAccount,
  readPortfolioSummary,
  readWorkerStatus,
} from "../api/lines.ts";

const MOVED = [
  listPositions,
  listPricedPositions,
  readPortfolioSummary,
  readAccount,
  listTrades,
  readWorkerStatus,
];

/** Asks again for all that a sale or a sync may have changed. */
export function positionsMoved(): void {
  for (const { path } of MOVED) void mutate(path);
}
