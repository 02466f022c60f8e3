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
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await line.read({
      method: "GET",
      path: `${await path()}/portfolio`,
      query: { count: POSITIONS_PER_PAGE, pageNumber: page },
    });
    const lists = readListAs(PortfolioWire, answer)?.PortfolioResponse.AccountPortfolio ?? [];
    for (const { Position } of lists) found.push(...Position);
    const told = lists.flatMap((list) => list.totalPages ?? list.totalNoOfPages ?? []);
    const isFull = lists.some(({ Position }) => POSITIONS_PER_PAGE <= Position.length);
    // Where nobody says how many pages there are, one that is full has another behind it.
    const isLast = told.length === 0 ? !isFull : Math.max(...told) <= page;
    if (isLast) return found;
  }
  throw new BrokerUnavailable("unreadable", "E*TRADE's list of positions does not end.");
}

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
