import type { Instant } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, NO_SHARES, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";

import type { BrokerPosition, OrderReport } from "../../ports/broker.ts";
import type { Identifiers } from "../../ports/identifiers.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { CapitalFlow } from "../../ports/stores/capital-store.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import { releasedAccount } from "../safeguards/reduce-account.ts";
import type { BrokerSnapshot } from "./broker-snapshot.ts";
import { importOrder, orderFromReport } from "./external-order.ts";
import { foreignAtBroker } from "./foreign-standing.ts";
import { takenOverRow } from "./taken-over-row.ts";

/**
 * Makes the account's books say what the snapshot says, and makes it active: cash and holdings come
 * in as capital, holdings unmanaged until handed over, open orders as somebody else's. What the
 * books held before leaves them the same way, so that nobody takes a difference for a trade. Inside
 * a transaction that has the account's row locked.
 */
export async function takeOver(
  tables: Tables,
  identifiers: Identifiers,
  { id }: Pick<Account, "id">,
  snapshot: BrokerSnapshot,
): Promise<Account> {
  const { account: theirs, at, booksFrom } = snapshot;
  const before = await tables.accounts.byId(id);
  if (!before) throw new Error(`account ${id} is gone`);
  const held = await tables.positions.of(id);
  const found = snapshot.positions.flatMap((position) => unmanaged(id, position, at));

  const flow = capitalFlows(tables, id, at);
  await flow(theirs.cash - before.cash);
  for (const { ticker, costBasis } of held) await flow(-costBasis, ticker);
  for (const { ticker, costBasis } of found) await flow(costBasis, ticker);
  for (const position of held)
    await tables.positions.put({ ...position, quantity: NO_SHARES, costBasis: NO_MONEY });
  for (const position of found) await tables.positions.put(position);

  await takeOverOrders(tables, identifiers, id, snapshot);
  for (const activity of snapshot.activities)
    await tables.activities.add(takenOverRow(id, activity), []);

  await tables.equity.add(id, [{ at, equity: theirs.equity }]);
  return tables.accounts.change(id, (row) => {
    const active = releasedAccount(activated(row, at), at);
    // The books are what the broker shows from here on: nothing of before holds them back.
    const {
      baseline: _,
      baselineDay: __,
      foreign: _____,
      haltedDay: ___,
      reductions: ____,
      unavailableCash: ______,
      ...kept
    } = active;
    const foreign = foreignAtBroker(snapshot.foreign);
    return {
      ...kept,
      ...(foreign && { foreign }),
      cash: theirs.cash,
      startEquity: theirs.equity,
      executionsReadTo: at,
      activitiesReadTo: at,
      booksFrom,
      venueAccountNumber: theirs.accountNumber,
    };
  });
}

/** The broker let us in: whatever kept the account from being active is over. */
export function activated(account: Account, at: Instant): Account {
  const { statusReason: _, validateAt: __, failedValidations: ___, ...kept } = account;
  return { ...kept, status: "active", lastValidatedAt: at };
}

async function takeOverOrders(
  tables: Tables,
  identifiers: Identifiers,
  accountId: string,
  { at, openOrders }: BrokerSnapshot,
): Promise<void> {
  const shown = new Set(openOrders.map(({ brokerOrderId }) => brokerOrderId));
  const known = await tables.orders.open(accountId);
  for (const order of known)
    if (order.brokerOrderId === undefined || !shown.has(order.brokerOrderId))
      await endUnseen(tables, order, at);
  const ours = new Set(known.map(({ brokerOrderId }) => brokerOrderId));
  for (const report of openOrders)
    if (!ours.has(report.brokerOrderId))
      await importOrder(tables, identifiers, orderFromReport(identifiers, accountId, rest(report)));
}

const TAKE_OVER = "capital|";

/** Whether the flow is part of taking the account over, and no deposit or withdrawal. */
export const isTakeOver = ({ cause }: Pick<CapitalFlow, "cause">): boolean =>
  cause.startsWith(TAKE_OVER);

const capitalFlows =
  (tables: Tables, accountId: string, at: Instant) =>
  async (amount: number, ticker?: StoredPosition["ticker"]): Promise<void> => {
    if (amount === 0) return;
    const direction = amount < 0 ? "out" : "in";
    await tables.capital.add({
      accountId,
      cause: `${TAKE_OVER}${at}|${ticker ?? "cash"}|${direction}`,
      at,
      ...(ticker === undefined ? {} : { ticker }),
      amount: money(amount),
    });
  };

/** The whole shares, with their part of the cost; a fraction of a share is the broker's to show. */
function unmanaged(
  accountId: string,
  { ticker, quantity, costBasis, fractionBillionths }: BrokerPosition,
  at: Instant,
): readonly StoredPosition[] {
  if (quantity === 0) return [];
  return [
    {
      accountId,
      ticker,
      quantity,
      costBasis: costOfWhole(costBasis, quantity, fractionBillionths),
      isManaged: false,
      updatedAt: at,
    },
  ];
}

/** To the nearest ten-thousandth. Billionths of shares times cost leave the safe integers. */
function costOfWhole(costBasis: Money, quantity: number, fractionBillionths: number): Money {
  const whole = BigInt(quantity) * 1_000_000_000n;
  const all = whole + BigInt(fractionBillionths);
  return money(Number((2n * BigInt(costBasis) * whole + all) / (2n * all)));
}

/** What of the order is still open: its fills so far are part of the holdings. */
const rest = (report: OrderReport): OrderReport => ({
  ...report,
  quantity: shares(report.quantity - report.filled),
  filled: NO_SHARES,
});

/** The broker no longer shows it, so nothing can come of it: what it kept aside is free again. */
async function endUnseen(tables: Tables, { clientKey, status }: Order, at: Instant): Promise<void> {
  const event: OrderEvent =
    status === "intent"
      ? { type: "denied", message: "The account was taken over anew." }
      : { type: "canceled" };
  await tables.orders.change(clientKey, (order) => applyOrderEvent(order, event, at));
}
