import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import { isWhole, shareCount, worthOf } from "./share-count.ts";
import type { VenueAccount, VenueActivity } from "./venue-account.ts";
import { type Befallen, type Befalling, befallAccount, isBefalling } from "./venue-befalling.ts";
import { afterTrade, proceedsOf, type VenuePosition } from "./venue-holdings.ts";

import type { VenueAccountChange, VenueAccountOpening, VenueEntry } from "./venue-journal.ts";
import { isMargin } from "./venue-margin.ts";
import { hasEnded, type VenueExecution, type VenueOrder } from "./venue-order.ts";

/** The venue's whole state. */
export interface VenueBook {
  readonly accounts: ReadonlyMap<string, VenueAccount>;
  /** No entry is older than this. */
  readonly latestAt: Instant;
  accountOfKey(keyId: string): VenueAccount | undefined;
  order(id: string): VenueOrder | undefined;
  orderOfClient(accountId: string, clientOrderId: string): VenueOrder | undefined;
  /** The orders this one was sent with, itself and what replaced them included, oldest first. */
  groupOf(order: VenueOrder): readonly VenueOrder[];
  /** Orders that are not at their end, oldest first. */
  openOrders(): Iterable<VenueOrder>;
  /** Applies one entry. An entry that cannot follow from the book is a broken invariant. */
  record(entry: VenueEntry): void;
}

/**
 * An empty book. `dayOf` names the session an instant belongs to: it draws the line at which the
 * day's opening holdings are kept.
 */
export function openVenueBook(dayOf: (at: Instant) => string): VenueBook {
  const accounts = new Map<string, AccountState>();
  const byKey = new Map<string, AccountState>();
  const orders = new Map<string, OrderSlot>();
  const open = new Map<string, VenueOrder>();
  const groups = new Map<string, string[]>();
  let latestAt = instant(0);

  function record(entry: VenueEntry): void {
    if (latestAt < entry.at) latestAt = entry.at;
    if (entry.type === "account-opened") openAccount(entry.account);
    else if (entry.type === "account-closed") closeAccount(accountOf(entry.accountId));
    else if (entry.type === "account-changed") changeAccount(entry);
    else if (isBefalling(entry)) befall(entry);
    else if (entry.type === "order-submitted") submit(entry.order);
    else changeOrder(entry);
  }

  function changeAccount({ accountId, change }: AccountEntry): void {
    const account = accountOf(accountId);
    const preferences = { ...account.settings.preferences, ...change.preferences };
    account.settings = { ...account.settings, ...change, preferences };
  }

  function changeOrder(entry: OrderEntry): void {
    const { order, index } = slotOf(entry.orderId);
    const account = accountOf(order.accountId);
    // A trade may cross a cancel that was confirmed: brokers report such ones, if rarely.
    const isLateTrade = entry.type === "order-filled" && order.status === "canceled";
    invariant(isLateTrade || !hasEnded(order), `order ${order.id} has ended as ${order.status}`);
    const changed = afterEntry(order, entry);
    if (entry.type === "order-filled") bookFill(account, changed, entry);
    keep(account, changed, index);
  }

  function openAccount(opening: VenueAccountOpening): void {
    invariant(!accounts.has(opening.id), `account ${opening.id} is open already`);
    const account = accountAsOpened(opening);
    accounts.set(opening.id, account);
    byKey.set(opening.keyId, account);
  }

  function closeAccount(account: AccountState): void {
    for (const { id, group } of account.orders) {
      orders.delete(id);
      open.delete(id);
      if (group) groups.delete(group.id);
    }
    accounts.delete(account.opening.id);
    byKey.delete(account.opening.keyId);
  }

  function submit(order: VenueOrder): void {
    const account = accountOf(order.accountId);
    invariant(!account.clientIds.has(order.clientOrderId), `${order.clientOrderId} is known`);
    account.clientIds.set(order.clientOrderId, order.id);
    if (order.group) groups.set(order.group.id, [...(groups.get(order.group.id) ?? []), order.id]);
    keep(account, order, account.orders.length);
  }

  function keep(account: AccountState, order: VenueOrder, index: number): void {
    account.orders[index] = order;
    orders.set(order.id, { order, index });
    for (const list of [open, account.openOrders])
      if (hasEnded(order)) list.delete(order.id);
      else list.set(order.id, order);
  }

  function bookFill(account: AccountState, order: VenueOrder, entry: FillEntry): void {
    keepEarlier(account, entry.at);
    settle(account, order, entry);
  }

  /** Before the first change of a day: what was held until then. */
  function keepEarlier(account: AccountState, at: Instant): void {
    if (dayOf(account.beforeLatestDay.firstFillAt) === dayOf(at)) return;
    const { cash, positions } = account;
    account.beforeLatestDay = { cash, positions: new Map(positions), firstFillAt: at };
  }

  function befall(entry: Befalling): void {
    const account = accountOf(entry.accountId);
    keepEarlier(account, entry.at);
    befallAccount(account, entry);
  }

  function accountOf(id: string): AccountState {
    const account = accounts.get(id);
    invariant(account !== undefined, `the journal speaks of the unknown account ${id}`);
    return account;
  }

  function slotOf(id: string): OrderSlot {
    const slot = orders.get(id);
    invariant(slot !== undefined, `the journal speaks of the unknown order ${id}`);
    return slot;
  }

  return {
    accounts,
    get latestAt() {
      return latestAt;
    },
    accountOfKey: (keyId) => byKey.get(keyId),
    order: (id) => orders.get(id)?.order,
    orderOfClient(accountId, clientOrderId) {
      const id = accounts.get(accountId)?.clientIds.get(clientOrderId);
      return id === undefined ? undefined : orders.get(id)?.order;
    },
    groupOf: ({ group }) =>
      (group ? (groups.get(group.id) ?? []) : []).map((id) => slotOf(id).order),
    openOrders: () => open.values(),
    record,
  };
}

type FillEntry = Extract<VenueEntry, { type: "order-filled" }>;
type AccountEntry = Extract<VenueEntry, { type: "account-changed" }>;
type OrderEntry = Exclude<
  VenueEntry,
  {
    type:
      | "account-opened"
      | "account-closed"
      | "account-changed"
      | Befalling["type"]
      | "order-submitted";
  }
>;

interface OrderSlot {
  readonly order: VenueOrder;
  /** Its place in the account's list. */
  readonly index: number;
}

interface AccountState extends Befallen {
  settings: VenueAccountChange;
  cash: Money;
  readonly positions: Map<Ticker, VenuePosition>;
  readonly orders: VenueOrder[];
  readonly openOrders: Map<string, VenueOrder>;
  readonly executions: VenueExecution[];
  readonly activities: VenueActivity[];
  readonly clientIds: Map<string, string>;
  beforeLatestDay: VenueAccount["beforeLatestDay"];
}

function accountAsOpened(opening: VenueAccountOpening): AccountState {
  const { cash, openedAt, positions = [] } = opening;
  const holdings = () => new Map(positions.map((each) => [each.ticker, each]));
  return {
    opening,
    settings: {},
    cash,
    positions: holdings(),
    orders: [],
    openOrders: new Map(),
    executions: [],
    activities: [],
    clientIds: new Map(),
    beforeLatestDay: { cash, positions: holdings(), firstFillAt: openedAt },
  };
}

function afterEntry(order: VenueOrder, entry: OrderEntry): VenueOrder {
  const updatedAt = entry.at;
  if (entry.type === "order-opened")
    return { ...order, status: "working", quantity: entry.quantity ?? order.quantity, updatedAt };
  if (entry.type === "order-marked") return { ...order, mark: entry.mark };
  if (entry.type === "order-triggered") return { ...order, triggeredAt: entry.at, updatedAt };
  if (entry.type === "order-ended")
    return {
      ...order,
      status: entry.as,
      updatedAt,
      [ENDED_AT[entry.as]]: entry.at,
      ...(entry.by !== undefined && { replacedBy: entry.by }),
    };
  const filled = shareCount(order.filled + entry.quantity);
  // How many shares an order in dollars is of, its price decides.
  const quantity = order.notional === undefined ? order.quantity : filled;
  invariant(filled <= quantity, `order ${order.id} is overfilled`);
  const isDone = filled === quantity;
  const isLate = order.status === "canceled";
  return {
    ...order,
    status: isDone ? "filled" : isLate ? "canceled" : "partially-filled",
    quantity,
    filled,
    filledNotional: money(order.filledNotional + worthOf(entry.price, entry.quantity)),
    fills: order.fills + 1,
    ...(!isWhole(filled) && { latestPrice: entry.price }),
    updatedAt,
    ...(isDone && { filledAt: entry.at }),
  };
}

const ENDED_AT = {
  canceled: "canceledAt",
  expired: "expiredAt",
  rejected: "rejectedAt",
  replaced: "replacedAt",
} as const;

/** Moves cash and shares, and writes the execution down. */
function settle(account: AccountState, order: VenueOrder, entry: FillEntry): void {
  const { ticker, side } = order;
  const { quantity, price } = entry;
  const held = account.positions.get(ticker);
  const position = afterTrade(held, { side, quantity, price });
  invariant(
    isMargin(account) || 0 <= position.shares,
    `account ${account.opening.id} would be short of ${ticker}`,
  );
  account.cash = money(account.cash + proceedsOf({ side, quantity, price }));
  if (position.shares === 0) account.positions.delete(ticker);
  else account.positions.set(ticker, { ...position, ticker, since: held?.since ?? entry.at });
  const latest = account.executions.at(-1)?.atMicros ?? 0;
  account.executions.push({
    id: entry.executionId,
    orderId: order.id,
    ticker,
    side,
    ...(order.isShort && { isShort: true }),
    quantity,
    price,
    atMicros: Math.max(entry.at * 1_000, latest + 1),
    cumulative: order.filled,
    leaves: shareCount(order.quantity - order.filled),
  });
}
