import { isOpen, type Order } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import type { WrittenRow } from "./told-storage.ts";

/** How often each state that has a name was reached. */
export interface ReachedStates {
  readonly counts: ReadonlyMap<string, number>;
  reach(state: string): void;
  written(rows: readonly WrittenRow[]): void;
  sold(sales: readonly Sale[]): void;
}

export function openReachedStates(): ReachedStates {
  const counts = new Map<string, number>();
  const orders = new Map<string, Order>();
  const accounts = new Map<string, Account>();
  const owners = new Map<string, Lease>();
  const reach = (state: string) => void counts.set(state, (counts.get(state) ?? 0) + 1);

  const changed = (next: Order) => {
    const before = orders.get(next.clientKey);
    orders.set(next.clientKey, next);
    if (before?.status !== next.status) reach(`order ${next.origin} ${next.status}`);
    if (!before && next.extendedHours && next.origin === "automated") reach("order after hours");
    if (before?.status !== next.status && !isOpen(next) && next.reason !== undefined)
      reach(`${next.reason} ${next.status}`);
    if (before) for (const turn of turnsOf(before, next)) reach(turn);
  };
  const hasOpen = (accountId: string): boolean =>
    [...orders.values()].some((order) => order.accountId === accountId && isOpen(order));
  const account = (next: Account) => {
    const before = accounts.get(next.id);
    accounts.set(next.id, next);
    const known = new Set((before?.reductions ?? []).map(({ because }) => because));
    for (const { because } of next.reductions ?? [])
      if (!known.has(because)) reach(`reduced by ${because}`);
    if (known.size > 0 && (next.reductions ?? []).length === 0) reach("released");
    if (before && before.status !== next.status) reach(`account ${next.status}`);
    if (next.haltedDay !== undefined && before?.haltedDay !== next.haltedDay) {
      reach("halted by the day's loss");
      if (hasOpen(next.id)) reach("halted by the day's loss with orders at work");
    }
    if (before && before.unavailableCash !== next.unavailableCash)
      reach(next.unavailableCash === undefined ? "all cash is free again" : "cash is held back");
    if (before?.baselineDay !== undefined && before.baselineDay !== next.baselineDay)
      reach("a new day's baseline");
  };

  return {
    counts,
    reach,
    written(rows) {
      for (const { row, table } of rows)
        if (table === "orders") changed(row);
        else if (table === "accounts") account(row);
        else if (table === "credentials")
          reach(
            accounts.get(row.accountId)?.statusReason === "keys-refused"
              ? "keys replaced that were refused"
              : "keys replaced",
          );
        else if (table === "audit") reach(`audit ${row.action}`);
        else if (table === "decisions")
          reach(row.gate === undefined ? `verdict ${row.verdict}` : `gate ${row.gate}`);
        else if (table === "leases") {
          const before = owners.get(row.accountId);
          owners.set(row.accountId, row);
          if (before && before.owner !== row.owner) reach("lease passed on");
        } else if (table === "positions" && row.quantity === 0) reach("position closed");
        else if (table === "fills" && row.side === "sell")
          reach(row.realized < 0 ? "sold at a loss" : "sold at a gain");
    },
    sold(sales) {
      for (const { endedAt, items, kind } of sales) {
        reach(`${kind} ${endedAt === undefined ? "under way" : "ended"}`);
        for (const { state } of items) reach(`sale ${state}`);
      }
    },
  };
}

/** What happened to an order between two of its rows, where that has a name. */
function turnsOf(before: Order, after: Order): readonly string[] {
  const { attempts, filled, quantity, status, stop } = after;
  const isOurs = after.origin === "automated";
  const turns: Readonly<Record<string, boolean>> = {
    "unknown found at the venue": before.status === "unknown" && FOUND.has(status),
    "unknown given up": before.status === "unknown" && status === "rejected",
    "given up and there after all": before.status === "rejected" && status !== "rejected",
    "filled after its end": !isOpen(before) && before.filled < filled,
    "late fill after cancel": before.status === "canceled" && before.filled < filled,
    "filled before its cancel": before.status === "cancel-pending" && status === "filled",
    "canceled in part filled":
      before.status !== "canceled" && status === "canceled" && 0 < filled && filled < quantity,
    "expired in part filled":
      before.status !== "expired" && status === "expired" && 0 < filled && filled < quantity,
    "a stop of other shares": isOurs && quantity !== before.quantity,
    "a stop at another price": isOurs && stop !== before.stop,
    "sent again under its key": before.attempts < attempts && 1 < attempts,
    "filled while unanswered":
      (before.status === "submitting" || before.status === "unknown") && before.filled < filled,
  };
  return Object.keys(turns).filter((turn) => turns[turn]);
}

const FOUND: ReadonlySet<Order["status"]> = new Set([
  "working",
  "partially-filled",
  "filled",
  "canceled",
]);
