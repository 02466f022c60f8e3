import {
  type BrokerPosition,
  BrokerUnavailable,
  type OrderReport,
} from "@sevenfold/application/ports/broker";
import type { ForeignHolding, ForeignOrder } from "@sevenfold/application/ports/foreign";
import { type Instant, instant } from "@sevenfold/domain/market";
import { z } from "zod";

import {
  foreignHolding,
  foreignOrder,
  isOfOthers,
  kindOfOrder,
  kindOfPosition,
  unreadableOfOthers,
  unreadableOrder,
  unreadablePosition,
} from "./alpaca-foreign.ts";
import type { AlpacaAnswer } from "./alpaca-http.ts";
import { instantFrom, orderFromWire, positionFromWire } from "./alpaca-mapping.ts";
import { type Call, readAs } from "./alpaca-reading.ts";
import { OrderRowWire, OrderWire, PositionRowWire, PositionWire } from "./alpaca-wire.ts";

/** Alpaca's lists as rows, each told by what it is before its shape is asked. */

/** A row as far as everything has it, and as it came. */
interface Row<Loose> {
  readonly loose: Loose;
  readonly raw: unknown;
}

const rowsOf = <Loose extends z.ZodType>(loose: Loose) =>
  z.array(
    z.unknown().transform((raw, context): Row<z.output<Loose>> => {
      const read = loose.safeParse(raw);
      if (read.success) return { loose: read.data, raw };
      context.addIssue("no row of this list");
      return z.NEVER;
    }),
  );

const PositionRows = rowsOf(PositionRowWire);
const OrderRows = rowsOf(OrderRowWire);

export const positionRows = async (call: Call): Promise<readonly Row<PositionRowWire>[]> =>
  readAs(
    PositionRows,
    await call({ method: "GET", path: "/v2/positions", bytesMax: POSITIONS_BYTES_MAX }),
  );

/** Some six thousand, of seven hundred bytes each, in one piece. */
const POSITIONS_BYTES_MAX = 4 * 1024 * 1024;

export const sharesIn = (rows: readonly Row<PositionRowWire>[]): readonly BrokerPosition[] =>
  rows
    .filter(({ loose }) => kindOfPosition(loose) === undefined)
    .map(({ loose, raw }) => {
      const wire = PositionWire.safeParse(raw);
      const position = wire.success ? positionFromWire(wire.data) : undefined;
      if (!position) throw unreadablePosition(loose);
      return position;
    });

export const foreignHoldingsIn = (
  rows: readonly Row<PositionRowWire>[],
): readonly ForeignHolding[] => rows.flatMap(({ loose }) => foreignHolding(loose) ?? []);

const ORDERS_PER_PAGE = 500;
/** Of orders with four legs each, which are listed whole, no answer has room for more. */
const LONG_ORDERS_PER_PAGE = 100;
const PAGES_MAX = 200;

/** Every order submitted since, all pages, oldest first. */
export async function orderRows(call: Call, since: Instant): Promise<readonly Row<OrderRowWire>[]> {
  const seen = new Map<string, Row<OrderRowWire>>();
  // `after` is exclusive and instants tie, so each page begins a millisecond early.
  let after = instant(since - 1);
  let limit = ORDERS_PER_PAGE;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call({
      method: "GET",
      path: "/v2/orders",
      query: { status: "all", direction: "asc", limit, after: new Date(after).toISOString() },
    });
    if (isTooLong(answer) && LONG_ORDERS_PER_PAGE < limit) {
      limit = LONG_ORDERS_PER_PAGE;
      continue;
    }
    const rows = readAs(OrderRows, answer);
    const known = seen.size;
    for (const row of rows) seen.set(row.loose.id, row);
    if (rows.length < limit) return [...seen.values()];
    const last = rows.at(-1)?.loose;
    const lastAt = last && instantFrom(last.submitted_at ?? last.created_at);
    // A full page of nothing new: what comes after it cannot be reached, so the list is not whole.
    if (lastAt === undefined || seen.size === known) break;
    after = instant(lastAt - 1);
  }
  throw new BrokerUnavailable("unreadable", "The broker's list of orders does not end.");
}

const isTooLong = (answer: AlpacaAnswer): boolean =>
  answer.kind === "lost" && answer.why === "too-long";

/**
 * What is of shares and cannot be read fails by its name, unless its key says that it is of others: left out,
 * an order of ours would be taken for lost.
 */
export const ordersIn = (rows: readonly Row<OrderRowWire>[]): readonly OrderReport[] =>
  rows
    .filter(({ loose }) => kindOfOrder(loose) === undefined)
    .flatMap((row) => {
      const report = reportIn(row);
      if (!report && !isOfOthers(row.loose)) throw unreadableOrder(row.loose);
      return report ?? [];
    });

export const foreignOrdersIn = (rows: readonly Row<OrderRowWire>[]): readonly ForeignOrder[] =>
  rows.flatMap((row) => foreignOrder(row.loose) ?? unreadIn(row) ?? []);

function reportIn({ raw }: Row<OrderRowWire>): OrderReport | undefined {
  const wire = OrderWire.safeParse(raw);
  return wire.success ? orderFromWire(wire.data) : undefined;
}

const unreadIn = (row: Row<OrderRowWire>): ForeignOrder | undefined =>
  isOfOthers(row.loose) && reportIn(row) === undefined ? unreadableOfOthers(row.loose) : undefined;
