import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { type Instant, instant } from "@sevenfold/domain/market";
import { newYorkParts } from "@sevenfold/domain/new-york-time";

import { type EtradeLine, readListAs } from "./etrade-line.ts";
import { isOrderOfShares, type OrderReading, orderFromWire } from "./etrade-mapping.ts";
import { percentEncoded } from "./etrade-signature.ts";
import { OrdersWire } from "./etrade-wire.ts";

const ORDERS_PER_PAGE = 100;
const PAGES_MAX = 200;

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

/**
 * Every order of shares placed since, all pages, oldest first. A page that fails fails the list:
 * what is missing from half of one has not ended.
 */
export async function listOrders(
  { line, ordersPath }: OrderDesk,
  { from, status }: OrderListing,
): Promise<readonly OrderReading[]> {
  const path = await ordersPath();
  const found = new Map<string, OrderReading>();
  const markers = new Set<string>();
  let marker: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await line.read({
      method: "GET",
      path,
      query: {
        fromDate: dateText(from),
        toDate: dateText(line.now()),
        count: ORDERS_PER_PAGE,
        status,
        marker,
      },
    });
    const list = readListAs(OrdersWire, answer)?.OrdersResponse;
    for (const wire of list?.Order.filter(isOrderOfShares) ?? [])
      found.set(wire.orderId, readable(orderFromWire(wire, line.now())));
    marker = list?.marker ?? undefined;
    // Theirs is the newest first, also among those of one instant.
    if (!marker) return [...found.values()].reverse().sort(byTime);
    if (markers.has(marker)) break;
    markers.add(marker);
  }
  throw new BrokerUnavailable("unreadable", "E*TRADE's list of orders does not end.");
}

/** One order by E*TRADE's number of it; undefined when there is none. */
export async function readOrder(
  { line, ordersPath }: OrderDesk,
  brokerOrderId: string,
): Promise<OrderReading | undefined> {
  const path = `${await ordersPath()}/${percentEncoded(brokerOrderId)}`;
  const list = readListAs(OrdersWire, await line.read({ method: "GET", path }));
  const wire = list?.OrdersResponse.Order.find(({ orderId }) => orderId === brokerOrderId);
  return wire && readable(orderFromWire(wire, line.now()));
}

/** MMDDYYYY, as the calendar of New York has it. */
export function dateText(at: Instant): string {
  const { day, month, year } = newYorkParts(at);
  return `${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}${year}`;
}

const byTime = (left: OrderReading, right: OrderReading): number =>
  left.report.submittedAt - right.report.submittedAt;

const DAY_MS = 86_400_000;
/** How long E*TRADE keeps an order that is good until canceled. */
const OPEN_FOR_MS = 60 * DAY_MS;

/**
 * What has been filled since: of orders placed since, of those still open, and of those this process
 * has seen open before.
 */
export async function readFills(
  desk: OrderDesk,
  since: Instant,
  seenOpen: Set<string>,
): Promise<readonly OrderReading[]> {
  const readings = new Map<string, OrderReading>();
  const keep = (reading: OrderReading) => readings.set(reading.report.brokerOrderId, reading);
  for (const reading of await listOrders(desk, { from: since })) keep(reading);
  const openSince = instant(desk.line.now() - OPEN_FOR_MS);
  if (dateText(openSince) !== dateText(since))
    for (const reading of await listOrders(desk, { from: openSince, status: "OPEN" }))
      keep(reading);
  for (const id of seenOpen) {
    const reading = readings.get(id) ?? (await readOrder(desk, id));
    if (reading) keep(reading);
  }
  for (const { report } of readings.values())
    if (report.state === "working" || report.state === "suspended")
      seenOpen.add(report.brokerOrderId);
    else seenOpen.delete(report.brokerOrderId);
  return [...readings.values()];
}

export function readable<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new BrokerUnavailable("unreadable", "E*TRADE reported something we do not understand.");
  return value;
}
