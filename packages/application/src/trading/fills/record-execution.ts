import type { Instant } from "@sevenfold/domain/market";
import { money, NO_MONEY, notionalOf } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { FLAT, type Position } from "@sevenfold/domain/position";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Execution } from "../../ports/broker.ts";
import type { Identifiers } from "../../ports/identifiers.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import { positionIn } from "../account/account-standing.ts";
import { orderFromExecution, orderOf, widened } from "../account/external-order.ts";
import { LOCKS_FIRST } from "../account/fenced-storage.ts";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { unlessGivenUp } from "../orders/given-up-order.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { unansweredOrders } from "../safeguards/unanswered-orders.ts";
import { anchorTrail, latestBookedAfter } from "./anchor-trail.ts";
import { type AfterLateFill, applyLateFill } from "./apply-late-fill.ts";
import { asOrdered, mayBeOfSplit } from "./changed-at-broker.ts";
import { countedAnew } from "./counted-anew.ts";
import { importUnknown } from "./import-unknown.ts";
import { newInSum } from "./new-in-sum.ts";
import { readAheadOfFill } from "./read-ahead-of-fill.ts";
import { hadEnded, isTakenOver } from "./taken-over.ts";
import { NOTHING_AROUND, tradedAround } from "./traded-around.ts";

/** What the books say after a fill, as committed. */
export interface Booked {
  readonly kind: "booked";
  readonly fill: BookedFill;
  /** Sales on record whose gain is another for it. */
  readonly revalued: readonly string[];
  readonly order: Order;
  readonly position: StoredPosition;
  readonly account: Account;
  /** The symbol's trail, which the fill has anchored. */
  readonly trail: StoredTrail;
}

/** Booked before; or to be told again by the broker's list, which puts everything in its order. */
export interface NotBooked {
  readonly kind: "known" | "unclear";
}

/** A stream may lose or reorder what it says; the list says all of it, oldest first. */
export type ExecutionSource = "stream" | "list";

/** Books in the same transaction that a fill was taken back; answers the account after it. */
export type TakeBack = (
  tables: Tables,
  account: Account,
  undone: { readonly fill: BookedFill; readonly at: Instant },
) => Promise<Account>;

export type RecordExecution = (
  accountId: string,
  execution: Execution,
  /** Books that the market took it back, where that is told with it. */
  takeBack?: TakeBack,
) => Promise<Result<Booked | NotBooked, Refusal>>;

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/**
 * Books an execution in one transaction: order and reservation, position, cash, the fill with its
 * postings, what it changes of later sales' gains, and the trail that starts anew at its price. Once per execution id, however often the
 * broker tells. One that contradicts the books is refused and stops the account's automation; not a sale of
 * what others have sold since, where it is known to be taken back: both are booked then.
 */
export const recordExecution =
  (needs: Needs, source: ExecutionSource = "list"): RecordExecution =>
  async (accountId, execution, takeBack) => {
    const { announcer, clock, identifiers, log, storage } = needs;
    const at = clock.now();
    let userId = "";
    let isNews = true;
    const recording = storage.transact(async (locked) => {
      const locking = locked.accounts.lock(accountId);
      const tables = readAheadOfFill(locked, accountId, execution);
      const account = await locking;
      if (!account) return refused<Refusal>({ kind: "account-not-found" });
      userId = account.userId;
      if (isTakenOver(account, execution.at)) return ok({ kind: "known" as const });
      if (await tables.fills.isBooked(accountId, execution.executionId))
        return ok({ kind: "known" as const });
      const booked = await book(tables, identifiers, { account, execution, at, takeBack });
      if (booked.ok) return booked;
      const { refusal } = booked;
      // The buy of what was sold may have been lost on the way.
      if (source === "stream" && refusal.kind === "sold-more-than-held")
        return ok({ kind: "unclear" as const });
      isNews = await quarantine(locked, account, { execution, refusal, at: clock.now() });
      return booked;
    }, LOCKS_FIRST);
    const announce = (...topics: readonly ("account" | "orders" | "settings")[]) => {
      if (userId !== "")
        for (const topic of topics) announcer.announce({ accountId, userId, topic });
    };
    const recorded = await toldInDoubt(recording, () => announce("orders", "account"));
    if (!recorded.ok) {
      if (isNews) log.error("execution-refused", { accountId, execution, ...recorded.refusal });
      if (isNews) announce("settings");
    } else if (recorded.value.kind === "booked") {
      const { account, revalued } = recorded.value;
      const { cash } = account;
      log.info("fill-booked", { accountId, execution });
      if (0 < revalued.length) log.info("gains-revalued", { accountId, revalued });
      if (cash < 0) log.error("cash-below-zero", { accountId, cash });
      announce("orders", "account");
    }
    return recorded;
  };

/** Keeps what cannot be booked, and stops the account the first time it is told; then it is true. */
async function quarantine(
  tables: Tables,
  account: Account,
  told: { readonly execution: Execution; readonly refusal: Refusal; readonly at: Instant },
): Promise<boolean> {
  const { execution, refusal, at } = told;
  const isNew = await tables.quarantine.add({
    accountId: account.id,
    executionId: execution.executionId,
    refusal: refusal.kind,
    execution,
    at,
  });
  if (isNew) await freezeAccount(tables, account, at);
  return isNew;
}

interface Facts {
  readonly account: Account;
  readonly execution: Execution;
  readonly at: Instant;
  readonly takeBack: TakeBack | undefined;
}

async function book(
  tables: Tables,
  identifiers: Identifiers,
  { account, execution: told, at, takeBack }: Facts,
): Promise<Result<Booked | NotBooked, Refusal>> {
  const known = await orderOf(tables, account.id, told);
  if (!known && hadEnded(account, told)) return ok({ kind: "known" });
  if (!known && (await mayBeOfUnanswered(tables, account.id, told, at)))
    return ok({ kind: "unclear" });
  if (told.asSum && told.asSum.ordered < told.quantity)
    return refused({
      kind: "order-overfilled",
      ordered: told.asSum.ordered,
      filled: told.quantity,
    });
  const execution = newInSum(told, known);
  if (!execution) return ok({ kind: "known" });
  const { executionId, ticker, side, quantity, price, fee } = execution;
  if (contradicts(execution, known))
    return refused({ kind: "impossible-execution", ticker, side, quantity });
  const positions = await tables.positions.of(account.id);
  const held = positionIn({ positions }, ticker);
  const trails = await tables.trails.of(account.id);
  const overtakenBy = await latestBookedAfter(tables, account.id, execution, trails);
  const before = held ? { shares: held.quantity, costBasis: held.costBasis } : FLAT;
  const moved = applyLateFill(
    before,
    execution,
    overtakenBy
      ? await tradedAround(tables, { ...execution, accountId: account.id })
      : NOTHING_AROUND,
  );
  if (!moved.ok && known && mayBeOfSplit(known, execution, at)) return ok({ kind: "unclear" });
  if (!moved.ok && !takeBack) return moved;
  const {
    gain,
    position: after,
    realized,
    revalued,
  } = moved.ok ? moved.value : unheld(before, execution);

  const unknown = () => orderFromExecution(identifiers, account.id, told);
  const order = known ?? (await importUnknown(tables, { account, at, identifiers }, unknown()));
  const counted = await countedAnew(tables, order, execution);
  const filled = await tables.orders.change(order.clientKey, (current) =>
    afterFill({ ...current, ...counted }, execution, at),
  );
  if (!filled.ok) return filled;

  const position: StoredPosition = {
    accountId: account.id,
    ticker,
    quantity: after.shares,
    costBasis: after.costBasis,
    isManaged: held?.isManaged ?? order.origin !== "external",
    updatedAt: at,
  };
  const flow = (side === "buy" ? -1 : 1) * notionalOf(price, quantity) - fee;
  const fill: BookedFill = {
    executionId,
    quantity,
    price,
    fee,
    at: execution.at,
    accountId: account.id,
    clientKey: order.clientKey,
    ticker,
    side,
    realized: side === "sell" ? money(realized - fee) : NO_MONEY,
    ...(order.reason === undefined ? {} : { reason: order.reason }),
  };
  await tables.fills.addNew(fill, gain);
  for (const one of revalued) await tables.fills.revalue(account.id, one.executionId, one.realized);
  await tables.positions.put(position);
  const isAutomated = order.origin === "automated";
  const paid = await tables.accounts.change(account.id, (row) => ({
    ...row,
    cash: money(row.cash + flow),
  }));
  const isKept = moved.ok || !takeBack;
  return ok({
    kind: "booked",
    fill,
    revalued: revalued.map((one) => one.executionId),
    trail: await anchorTrail(tables, account.id, {
      execution,
      trails,
      isAutomated,
      overtakenBy,
      at,
    }),
    order: filled.value,
    position,
    account: isKept ? paid : await takeBack(tables, paid, { fill, at }),
  });
}

/** A sale of what is not held: it leaves the holding as it is, and all that it brought is gain. */
const unheld = (position: Position, { price, quantity }: Execution): AfterLateFill => ({
  position,
  realized: notionalOf(price, quantity),
  revalued: [],
  gain: NO_MONEY,
});

function afterFill(order: Order, execution: Execution, at: Instant): Result<Order, Refusal> {
  const event = { type: "filled", fill: execution } as const;
  const whole = asOrdered(widened(order, execution), execution, at);
  const filled = applyOrderEvent(whole, event, at);
  return filled.ok ? ok(unlessGivenUp(order, filled.value, at)) : filled;
}

/** Whether it cannot have happened, or not to the order it claims to be of. */
const contradicts = ({ quantity, side, ticker }: Execution, order: Order | undefined): boolean =>
  quantity < 1 || (order && (order.ticker !== ticker || order.side !== side)) === true;

/**
 * Whether it may be the fill of an order of ours whose answer is still out: a broker's list names
 * its own order ids only, and taken for somebody else's the fill would be missing from ours for ever.
 */
async function mayBeOfUnanswered(
  tables: Readers,
  accountId: string,
  { asSum, clientKey, side, ticker }: Execution,
  at: Instant,
): Promise<boolean> {
  if (clientKey !== undefined) return false;
  const unanswered = await unansweredOrders(tables, accountId, at);
  return unanswered.some(
    (order) =>
      // Where keys return, the list of orders knows one that arrived after it was given up.
      (order.status !== "rejected" || asSum?.ordered === order.quantity) &&
      order.ticker === ticker &&
      order.side === side,
  );
}
