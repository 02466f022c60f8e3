import type { QuoteView } from "@sevenfold/contract/market";
import type { PositionView, PricedPositionView } from "@sevenfold/contract/portfolio";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { listPositions, listPricedPositions, readQuote, readWorkerStatus } from "../api/lines.ts";
import { takeRead } from "./price-store.ts";
import { noteFeed } from "./standing.ts";

type PricedRow = readonly [ticker: string, price: number | null, at: string | null];

/** Which prices a view carries, by the path it is read from. */
const PRICES_IN: Readonly<Record<string, (view: never) => readonly PricedRow[]>> = {
  [readWorkerStatus.path]: ({ positions }: WorkerStatusView) =>
    positions.map(({ ticker, current_price, price_at }) => [ticker, current_price, price_at]),
  [readQuote.path]: ({ symbol, price, at }: QuoteView) => [[symbol, price, at]],
  [listPositions.path]: (rows: readonly PositionView[]) => rows.map(rowOf),
  [listPricedPositions.path]: (rows: readonly PricedPositionView[]) => rows.map(rowOf),
};

const rowOf = ({ ticker, currentPrice, priceAt }: PositionView | PricedPositionView): PricedRow => [
  ticker,
  currentPrice,
  priceAt,
];

/** Learns the prices a view carries, and what the server says of them. */
export function learnFrom(address: string, view: unknown): void {
  const path = address.split("?")[0] ?? address;
  if (path === readWorkerStatus.path)
    noteFeed((view as WorkerStatusView).market_data.state !== "cached");
  const rows = PRICES_IN[path]?.(view as never) ?? [];
  takeRead(
    rows.flatMap(([ticker, price, at]) =>
      price === null || at === null ? [] : [[ticker, price, Date.parse(at)] as const],
    ),
  );
}
