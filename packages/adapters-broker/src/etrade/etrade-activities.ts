import type { Activity } from "@sevenfold/application/ports/activity";
import { type BrokerPosition, BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { activityFromWire } from "./etrade-activity-mapping.ts";
import { deliveries, hasUsedOptions } from "./etrade-deliveries.ts";
import { type EtradeLine, readListAs } from "./etrade-line.ts";
import { daysFrom, readable } from "./etrade-orders.ts";
import { hasParts, wholePiecesOfParts } from "./etrade-parts.ts";
import { settledTrades } from "./etrade-settled.ts";
import { shareLegs } from "./etrade-share-legs.ts";
import { tradeIds } from "./etrade-trade-ids.ts";
import { type OrderRowWire, TransactionsWire, type TransactionWire } from "./etrade-wire.ts";

/** What transactions do not say themselves, asked for where it is needed. */
interface BesideTransactions {
  /** Every order placed since that day, and some days before it. */
  readonly orders: (from: Instant) => Promise<readonly OrderRowWire[]>;
  readonly positions: () => Promise<readonly BrokerPosition[]>;
}

const ROWS_PER_PAGE = 50;
const PAGES_MAX = 200;

/**
 * What moved money or shares without a trade since the day of an instant, and the fees of what was
 * traded, all pages, oldest first. A split names the shares it brought alone; how many there are now,
 * the positions say. Of a trade in parts of shares the orders say what it was part of, and of one that
 * delivered the shares of an option that it was of no order.
 */
export async function activitiesSince(
  { line, path }: { readonly line: EtradeLine; readonly path: () => Promise<string> },
  since: Instant,
  { orders, positions }: BesideTransactions,
): Promise<readonly Activity[]> {
  const rows = await listTransactions({ line, path: await path() }, since);
  const isHeldAsked = rows.some(({ transactionType }) => /split/i.test(transactionType));
  const held = isHeldAsked ? await positions() : [];
  const from = dayBoundsOf(since).starts;
  const areOrdersAsked = hasParts(rows) || hasUsedOptions(rows);
  const ordered = areOrdersAsked ? await orders(from) : [];
  const ofParts = wholePiecesOfParts(rows, ordered);
  const delivered = deliveries(rows, ordered);
  const ids = tradeIds(rows);
  const legs = shareLegs(rows);
  const told = rows
    .filter(({ transactionId }) => !legs.ids.has(transactionId))
    .flatMap((row) => {
      const { transactionId } = row;
      const facts = {
        id: ids.get(transactionId),
        isOfParts: ofParts.has(transactionId),
        deliveredFor: delivered.get(transactionId),
      };
      return readable(activityFromWire(row, held, facts));
    });
  const settled = settledTrades(
    rows.filter(({ transactionId: id }) => !ofParts.has(id) && !delivered.has(id)),
  );
  return [...told, ...legs.events, ...settled]
    .filter(({ at }) => from <= at)
    .toSorted((one, other) => one.at - other.at);
}

async function listTransactions(
  { line, path }: { readonly line: EtradeLine; readonly path: string },
  since: Instant,
): Promise<readonly TransactionWire[]> {
  const { first: startDate, last: endDate } = daysFrom(since, line.now());
  const found = new Map<string, TransactionWire>();
  const markers = new Set<string>();
  let marker: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await line.read({
      method: "GET",
      path: `${path}/transactions`,
      query: {
        startDate,
        endDate,
        sortOrder: "ASC",
        count: ROWS_PER_PAGE,
        marker,
      },
    });
    const list = readListAs(TransactionsWire, answer)?.TransactionListResponse;
    const rows = list?.Transaction ?? [];
    const known = found.size;
    for (const row of rows) found.set(row.transactionId, row);
    // Published lists of theirs say that there is no more, and name where the next page begins.
    const isMore = list?.moreTransactions || (ROWS_PER_PAGE <= rows.length && known < found.size);
    marker = list?.marker || undefined;
    if (!isMore || (!list?.moreTransactions && marker === undefined)) return [...found.values()];
    if (marker === undefined || markers.has(marker)) break;
    markers.add(marker);
  }
  throw new BrokerUnavailable("unreadable", "E*TRADE's list of transactions does not end.");
}
