import { type BrokerPosition, BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { ForeignHolding } from "@sevenfold/application/ports/foreign";

import { foreignHolding, kindOfPosition, unreadablePosition } from "./etrade-foreign.ts";
import { type EtradeLine, readListAs } from "./etrade-line.ts";
import { positionFromWire } from "./etrade-mapping.ts";
import { PortfolioWire, type PositionRowWire, PositionWire, type Row } from "./etrade-wire.ts";

const POSITIONS_PER_PAGE = 50;
const PAGES_MAX = 200;

type PositionRow = Row<PositionRowWire>;

/** Everything the account holds, of whatever kind, all pages. */
export async function positionRows(
  line: EtradeLine,
  path: () => Promise<string>,
): Promise<readonly PositionRow[]> {
  const found: PositionRow[] = [];
  const shown = new Set<string | undefined>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await line.read({
      method: "GET",
      path: `${await path()}/portfolio`,
      query: { count: POSITIONS_PER_PAGE, pageNumber: page },
    });
    const lists = readListAs(PortfolioWire, answer)?.PortfolioResponse.AccountPortfolio ?? [];
    // The list moves while it is read: what an earlier page has shown is not there once more.
    const news = lists
      .flatMap(({ Position }) => Position)
      .filter(({ loose: { positionId } }) => positionId === undefined || !shown.has(positionId));
    for (const { loose } of news) shown.add(loose.positionId);
    found.push(...news);
    const told = lists.flatMap((list) => list.totalPages ?? list.totalNoOfPages ?? []);
    const isFull = lists.some(({ Position }) => POSITIONS_PER_PAGE <= Position.length);
    // Where nobody says how many pages there are, one that is full has another behind it.
    const isLast = told.length === 0 ? !isFull : Math.max(...told) <= page;
    if (isLast) return inOneRowEach(found);
  }
  throw new BrokerUnavailable("unreadable", "E*TRADE's list of positions does not end.");
}

/** Of one symbol there are two rows where some shares are held in cash and others on margin. */
function inOneRowEach(rows: readonly PositionRow[]): readonly PositionRow[] {
  const found = new Map<unknown, PositionRow>();
  for (const row of rows) {
    const name = kindOfPosition(row.loose) === undefined ? row.loose.Product.symbol : row;
    const before = found.get(name);
    found.set(name, before ? bothOf(before, row) : row);
  }
  return [...found.values()];
}

function bothOf(one: PositionRow, other: PositionRow): PositionRow {
  const first = PositionWire.safeParse(one.raw).data;
  const second = PositionWire.safeParse(other.raw).data;
  // What cannot be read of either fails by its name.
  if (!first || !second) return first ? other : one;
  const [value, rest] = [one.loose.marketValue, other.loose.marketValue];
  const sums = {
    quantity: sumOf(first.quantity, second.quantity),
    totalCost: sumOf(first.totalCost, second.totalCost),
    marketValue: value === undefined || rest === undefined ? undefined : sumOf(value, rest),
  };
  return { loose: { ...one.loose, ...sums }, raw: { ...first, ...sums } };
}

/** To the billionth, without what binary fractions leave. */
const sumOf = (one: number, other: number): number => Math.round((one + other) * 1e9) / 1e9;

/** Shares held long. */
export const sharesIn = (rows: readonly PositionRow[]): readonly BrokerPosition[] =>
  rows
    .filter(({ loose }) => kindOfPosition(loose) === undefined)
    .map(({ loose, raw }) => {
      const wire = PositionWire.safeParse(raw);
      const position = wire.success ? positionFromWire(wire.data) : undefined;
      if (!position) throw unreadablePosition(loose);
      return position;
    });

export const foreignHoldingsIn = (rows: readonly PositionRow[]): readonly ForeignHolding[] =>
  rows.flatMap(({ loose }) => foreignHolding(loose) ?? []);
