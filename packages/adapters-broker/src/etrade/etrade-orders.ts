import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { ForeignOrder } from "@sevenfold/application/ports/foreign";
import { type Instant, instant } from "@sevenfold/domain/market";
import { dayBoundsOf, newYorkParts } from "@sevenfold/domain/new-york-time";

import type { EtradeAnswer } from "./etrade-answer.ts";
import {
  foreignOrder,
  isOfOthers,
  kindOfOrder,
  unreadableOfOthers,
  unreadableOrder,
} from "./etrade-foreign.ts";
import { numberAtEtrade, ordersInRow } from "./etrade-groups.ts";
import { type EtradeLine, readListAs } from "./etrade-line.ts";
import { type OrderReading, orderFromWire } from "./etrade-order-mapping.ts";
import { percentEncoded } from "./etrade-signature.ts";
import { countTold, type OrderRowWire, OrdersWire, OrderWire, type Row } from "./etrade-wire.ts";

const ORDERS_PER_PAGE = 100;
const PAGES_MAX = 200;
/** Longer than the market is ever closed. */
const WAITS_FOR_OPENING_MS = 5 * 86_400_000;

/** Where an account's orders are, and who asks. */
export interface OrderDesk {
  readonly line: EtradeLine;
  readonly ordersPath: () => Promise<string>;
}

export interface OrderListing {
  /** By the day they were placed, in New York. */
  readonly from: Instant;
  readonly status?: "OPEN";
}

/** Every order of shares placed since, oldest first. One that cannot be read fails by its name. */
export async function listOrders(
  desk: OrderDesk,
  listing: OrderListing,
): Promise<readonly OrderReading[]> {
  const rows = await orderRows(desk, listing);
  return rows.flatMap((row) => readingOf(row, desk.line.now()) ?? []).sort(byTime);
}

/** Every other one. */
export async function listForeignOrders(
  desk: OrderDesk,
  listing: OrderListing,
): Promise<readonly ForeignOrder[]> {
  const rows = await orderRows(desk, listing);
  return rows
    .flatMap((row) => foreignOrder(row.loose) ?? unreadOf(row, desk.line.now()) ?? [])
    .sort((left, right) => (left.submittedAt ?? 0) - (right.submittedAt ?? 0));
}

/** Rows as they are told, of orders that may have traded from an instant on: one for a day may wait for days. */
export async function rowsTradedSince(
  desk: OrderDesk,
  from: Instant,
): Promise<readonly OrderRowWire[]> {
  const rows = await orderRows(desk, { from: instant(from - WAITS_FOR_OPENING_MS) });
  return rows.map(({ loose }) => loose);
}

/**
 * Undefined of what is foreign. What cannot be read is so only where it says that it is of others: left
 * out, an order of ours would be taken for lost.
 */
function readingOf(row: Row<OrderRowWire>, readAt: Instant): OrderReading | undefined {
  if (kindOfOrder(row.loose) !== undefined) return undefined;
  const reading = readRaw(row, readAt);
  if (!reading && !isOfOthers(row.loose)) throw unreadableOrder(row.loose);
  return reading;
}

function readRaw({ raw }: Row<OrderRowWire>, readAt: Instant): OrderReading | undefined {
  const wire = OrderWire.safeParse(raw);
  return wire.success ? orderFromWire(wire.data, readAt) : undefined;
}

/** One of shares, of others, that nobody can read. */
function unreadOf(row: Row<OrderRowWire>, readAt: Instant): ForeignOrder | undefined {
  const isUnread = isOfOthers(row.loose) && readRaw(row, readAt) === undefined;
  return isUnread ? unreadableOfOthers(row.loose, countTold(row.raw)) : undefined;
}

/**
 * Every order placed since, all pages, those of one instant in the order they came. A page that fails
 * fails the list: what is missing from half of one has not ended.
 */
async function orderRows(
  { line, ordersPath }: OrderDesk,
  { from, status }: OrderListing,
): Promise<readonly Row<OrderRowWire>[]> {
  const path = await ordersPath();
  const { first: fromDate, last: toDate } = daysFrom(from, line.now());
  const found = new Map<string, Row<OrderRowWire>>();
  const markers = new Set<string>();
  let marker: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await line.read({
      method: "GET",
      path,
      query: {
        fromDate,
        toDate,
        count: ORDERS_PER_PAGE,
        status,
        marker,
      },
    });
    const list = readListAs(OrdersWire, answer)?.OrdersResponse;
    // Newest first, as the list is.
    for (const row of (list?.Order ?? []).flatMap((one) => ordersInRow(one).toReversed()))
      found.set(row.loose.orderId, row);
    marker = list?.marker ?? undefined;
    // Theirs is the newest first, also among those of one instant.
    if (!marker) return [...found.values()].reverse();
    if (markers.has(marker)) break;
    markers.add(marker);
  }
  throw new BrokerUnavailable("unreadable", "E*TRADE's list of orders does not end.");
}

/** One order by E*TRADE's number of it; undefined when there is none. */
export async function readOrder(
  desk: OrderDesk,
  brokerOrderId: string,
): Promise<OrderReading | undefined> {
  const row = await readRow(desk, brokerOrderId);
  if (!row) return undefined;
  const reading = readRaw(row, desk.line.now());
  if (!reading) throw unreadableOrder(row.loose);
  return reading;
}

/** The same of an order that others placed: it may turn out to be foreign, and then is none of shares. */
export async function readTheirOrder(
  desk: OrderDesk,
  brokerOrderId: string,
): Promise<OrderReading | undefined> {
  const row = await readRow(desk, brokerOrderId);
  return row && readingOf(row, desk.line.now());
}

const readRow = async (desk: OrderDesk, brokerOrderId: string) =>
  rowIn(await askFor(desk, brokerOrderId), brokerOrderId);

async function askFor(
  { line, ordersPath }: OrderDesk,
  brokerOrderId: string,
): Promise<EtradeAnswer> {
  const path = `${await ordersPath()}/${percentEncoded(numberAtEtrade(brokerOrderId))}`;
  return line.read({ method: "GET", path });
}

const rowIn = (answer: EtradeAnswer, brokerOrderId: string): Row<OrderRowWire> | undefined =>
  readListAs(OrdersWire, answer)
    ?.OrdersResponse.Order.flatMap(ordersInRow)
    .find(({ loose }) => loose.orderId === brokerOrderId);

/** A list's last day has to be later than its first: one of a single day is asked for with the day before. */
export const daysFrom = (from: Instant, now: Instant) => ({
  first: dateText(instant(Math.min(from, dayBoundsOf(now).starts - 1))),
  last: dateText(now),
});

/** MMDDYYYY, as the calendar of New York has it. */
function dateText(at: Instant): string {
  const { day, month, year } = newYorkParts(at);
  return `${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}${year}`;
}

const byTime = (left: OrderReading, right: OrderReading): number =>
  left.report.submittedAt - right.report.submittedAt;

const DAY_MS = 86_400_000;
/** How long E*TRADE keeps an order that is good until canceled. */
const OPEN_FOR_MS = 60 * DAY_MS;

/** So many looks in a row that find nothing of an order: it is gone, and asked for no more. */
const GONE_AFTER_LOOKS = 3;

/** Orders that this process has seen open, by their number: how many looks in a row found nothing of them. */
export type SeenOpen = Map<string, number>;

/**
 * What has been filled since: of orders placed since, of those still open, and of those this process
 * has seen open before. One of these is forgotten once it has ended, or is gone.
 */
export async function readFills(
  desk: OrderDesk,
  since: Instant,
  seenOpen: SeenOpen,
): Promise<readonly OrderReading[]> {
  const readings = new Map<string, OrderReading>();
  const keep = (reading: OrderReading) => readings.set(reading.report.brokerOrderId, reading);
  for (const reading of await listOrders(desk, { from: since })) keep(reading);
  const openSince = instant(desk.line.now() - OPEN_FOR_MS);
  if (dateText(openSince) !== dateText(since))
    for (const reading of await listOrders(desk, { from: openSince, status: "OPEN" }))
      keep(reading);
  for (const [id, looks] of seenOpen) {
    if (readings.has(id)) continue;
    const answer = await askFor(desk, id);
    // The lists were read a moment ago: what it refuses is to tell of this number.
    const isUntold = answer.kind === "refused" && answer.why === "request";
    const row = isUntold ? undefined : rowIn(answer, id);
    const reading = row && readingOf(row, desk.line.now());
    // One at the market for a share that turned out to be too dear is foreign once it has traded.
    if (reading) keep(reading);
    else if (row) seenOpen.delete(id);
    else if (looks + 1 < GONE_AFTER_LOOKS) seenOpen.set(id, looks + 1);
    else seenOpen.delete(id);
  }
  for (const { report } of readings.values())
    if (report.state === "working" || report.state === "suspended")
      seenOpen.set(report.brokerOrderId, 0);
    else seenOpen.delete(report.brokerOrderId);
  return [...readings.values()];
}

export function readable<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new BrokerUnavailable("unreadable", "E*TRADE reported something we do not understand.");
  return value;
}
