import type {
  HistoryPage,
  HistoryPlace,
  HistoryWish,
} from "@sevenfold/application/ports/stores/history";
import { type Instant, instant } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { InvalidRequest } from "../refusals.ts";
import { tickerFrom } from "./ticket-draft.ts";

interface Input {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly ticker?: string | undefined;
  readonly year?: number | undefined;
}

/** The part of a history that a checked request asks for. */
export function historyWishFrom(input: Input): Result<HistoryWish, InvalidRequest> {
  const { before, limit, ticker, year } = input;
  const place = before === undefined ? undefined : placeIn(before);
  if (before !== undefined && place === undefined)
    return refused({ kind: "invalid-request", details: "This cursor is not one of ours" });
  return ok({
    limit,
    ...(place === undefined ? {} : { before: place }),
    ...(ticker === undefined ? {} : { ticker: tickerFrom(ticker) }),
    ...(year === undefined ? {} : { from: newYear(year), to: newYear(year + 1) }),
  });
}

const newYear = (year: number): Instant => instantOfNewYork(year, 1, 1);

const SIDES = { BUY: "buy", SELL: "sell" } as const;

export const sideFrom = (side: keyof typeof SIDES | undefined) =>
  side === undefined ? {} : { side: SIDES[side] };

/** A page as the wire has it. */
export const presentPage = <Row, View>(
  { begins, older, rows }: HistoryPage<Row>,
  present: (row: Row) => View,
) => ({
  rows: rows.map(present),
  older: older === undefined ? null : cursorOf(older),
  begins: begins === undefined ? null : new Date(begins).toISOString(),
});

/** Opaque to whoever gets it: what it is made of may change. */
export const cursorOf = ({ at, row }: HistoryPlace): string =>
  Buffer.from(`${at}.${row}`).toString("base64url");

export function placeIn(cursor: string): HistoryPlace | undefined {
  const [, at, row] =
    /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  return at === undefined || row === undefined
    ? undefined
    : { at: instant(Number(at)), row: Number(row) };
}
