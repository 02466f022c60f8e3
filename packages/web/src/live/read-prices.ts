import { CALLS } from "@sevenfold/contract/calls";
import type { QuoteView } from "@sevenfold/contract/market";
import type { PositionView, PricedPositionView } from "@sevenfold/contract/portfolio";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { takeRead } from "./price-store.ts";
import { noteFeed } from "./standing.ts";

type PricedRow = readonly [ticker: string, price: number | null, at: string | null];

/** Which prices a view carries, by the path it is read from. */
const PRICES_IN: Readonly<Record<string, (view: never) => readonly PricedRow[]>> = {
  [CALLS.readWorkerStatus.path]: ({ positions }: WorkerStatusView) =>
    positions.map(({ ticker, current_price, price_at }) => [ticker, current_price, price_at]),
  [CALLS.readQuote.path]: ({ symbol, price, at }: QuoteView) => [[symbol, price, at]],
  [CALLS.listPositions.path]: (rows: readonly PositionView[]) => rows.map(rowOf),
  [CALLS.listPricedPositions.path]: (rows: readonly PricedPositionView[]) => rows.map(rowOf),
};

const rowOf = ({ ticker, currentPrice, priceAt }: PositionView | PricedPositionView): PricedRow => [
  ticker,
  currentPrice,
  priceAt,
];

/** Learns the prices a view carries, and what the server says of them. */
export function learnFrom(address: string, view: unknown): void {
  const path = address.split("?")[0] ?? address;
  if (path === CALLS.readWorkerStatus.path)
    noteFeed(isLive((view as WorkerStatusView).market_data));
  const rows = PRICES_IN[path]?.(view as never) ?? [];
  takeRead(
    rows.flatMap(([ticker, price, at]) =>
      price === null || at === null ? [] : [[ticker, price, Date.parse(at)] as const],
    ),
  );
}

/** A closed market's last prices are what they are; late ones and kept ones are not. */
const isLive = ({ state }: WorkerStatusView["market_data"]): boolean =>
  state === "live" || state === "quiet";
