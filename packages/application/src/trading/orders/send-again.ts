import type { Instant } from "@sevenfold/domain/market";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { type Result, refused } from "@sevenfold/domain/result";
import { breakerUntil, SUBMITS_PER_MINUTE_MAX } from "@sevenfold/domain/risk";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { LetInAt } from "../account/account-failure.ts";
import {
  freeCashOf,
  heldIn,
  recentSubmitsOf,
  reservedBy,
  standingOf,
} from "../account/account-standing.ts";
import { foreignRefusal } from "../account/foreign-standing.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { haltOf, tripOn } from "../safeguards/circuit-breakers.ts";
import { entryRefusalOf, isHaltedIn } from "../safeguards/entry-refusal.ts";
import { exchangeHaltOf } from "../safeguards/exchange-halted.ts";
import { reductionOf } from "../safeguards/reduce-account.ts";
import { neverSentOf, type Refusal, sentenceOf } from "../safeguards/refusal.ts";
import {
  changeRefusal,
  type DecidedOrder,
  oversetRefusal,
  oversizeRefusal,
  unansweredRefusal,
  unpaidRefusal,
  unsoldRefusal,
} from "./check-order.ts";
import { denyWritten } from "./written-order.ts";

type Needs = Pick<
  TradingNeeds,
  "announcer" | "calendarOf" | "clock" | "prices" | "realMarket" | "storage" | "submission"
>;

/**
 * Puts an order that did not leave on record as `submitting` once more, before it is sent. What may
 * have changed while it waited is asked again; what forbids it now ends it.
 */
export function submittingAgain(needs: Needs, sending: Sending): Promise<Result<Order, Refusal>> {
  const { clock, storage } = needs;
  const { accountId, clientKey } = sending.order;
  return storage.transact(async (tables): Promise<Result<Order, Refusal>> => {
    const account = await tables.accounts.lock(accountId);
    const order = await tables.orders.byKey(clientKey);
    if (!account || !order) return refused({ kind: "order-not-found", clientKey });
    // Canceled, or given up by somebody else, while it waited.
    if (order.status !== "intent") return refused({ kind: "order-not-open", status: order.status });
    const refusal = await refusalOf(needs, tables, { ...sending, account, order });
    if (refusal) {
      const denial = { clientKey, message: sentenceOf(refusal), at: clock.now() };
      await tripOn(refusal, tables, account, clock.now());
      await denyWritten(tables, account, denial);
      return refused(refusal);
    }
    return tables.orders.change(clientKey, (current) =>
      applyOrderEvent(current, { type: "submitting" }, clock.now()),
    );
  });
}

/** Ends an order that did not leave in time. */
export async function dropUnsent(
  { announcer, clock, storage }: Needs,
  { order: { accountId, clientKey }, userId }: Sending,
  because: string,
): Promise<Result<Order, Refusal>> {
  const message = neverSentOf(because);
  await storage.transact(async (tables) => {
    const account = await tables.accounts.lock(accountId);
    if (account) await denyWritten(tables, account, { clientKey, message, at: clock.now() });
  });
  announcer.announce({ accountId, userId, topic: "orders" });
  return refused({ kind: "never-sent", clientKey, message });
}

async function refusalOf(
  needs: Needs,
  tables: Tables,
  asked: Sending & { readonly account: Account; readonly order: Order },
): Promise<Refusal | undefined> {
  const { account, decided, leaseEpoch, order } = asked;
  const { clock, submission } = needs;
  const at = clock.now();
  const halt = await haltOf(tables, submission);
  if (halt) return halt;
  if (account.status !== "active") return { kind: "account-not-active", status: account.status };
  if (leaseEpoch !== undefined && !(await tables.leases.holds(account.id, leaseEpoch)))
    return { kind: "lease-lost" };
  const settings = await tables.settings.of(account.id);
  if (!settings) return { kind: "account-not-found" };
  const mayWait = order.side === "sell" && (order.origin !== "automated" || isOwnStop(order));
  const stopped = mayWait ? undefined : exchangeHaltOf(needs, account, order.ticker);
  if (stopped) return stopped;
  if (order.origin === "automated") {
    if (!settings.automationEnabled) return { kind: "automation-off" };
    const overset = oversetRefusal(order, settings);
    if (overset) return overset;
  }
  const standing = await standingOf(tables, account);
  const isEntry = order.origin === "automated" && order.side === "buy";
  // One entry per signal: the symbol was bought at the broker's own site meanwhile.
  if (isEntry && account.own === undefined && 0 < heldIn(standing, order.ticker))
    return { kind: "already-held", ticker: order.ticker };
  const held = heldIn(standing, order.ticker);
  const changed =
    decided && (changeRefusal(decided, held) ?? oversizeRefusal(decided, settings, held));
  if (changed) return changed;
  if (isOwnStop(order)) {
    // More were bought while it waited: another is placed, of all of them.
    const isOfAll = heldIn(standing, order.ticker) <= order.quantity;
    if (!settings.stopAtBroker || !isOfAll) return { kind: "stop-unwanted" };
  }
  const others = {
    ...standing,
    openOrders: standing.openOrders.filter(({ clientKey }) => clientKey !== order.clientKey),
  };
  const isOrdered = others.openOrders.some(
    (other) => other.ticker === order.ticker && !isOwnStop(other),
  );
  // A person has ordered it meanwhile: together they may be more of it than is set.
  if (isEntry && isOrdered) return { kind: "order-at-work", ticker: order.ticker };
  return (
    unansweredRefusal(others, order.ticker, at) ??
    foreignRefusal(account, order, heldIn(standing, order.ticker)) ??
    (order.side === "sell"
      ? unsoldRefusal(others, order)
      : (unpaidRefusal(
          freeCashOf(account, reservedBy(others.openOrders)),
          order,
          settings.strategy.minCashReserve,
        ) ??
        (await barredOf(needs, tables, { account, at, origin: order.origin })) ??
        (await tooManyOf(tables, account, order.createdAt))))
  );
}

/** What has come to keep the account from buying since; the day's halt and the plan bind the worker only. */
async function barredOf(
  { calendarOf }: Pick<Needs, "calendarOf">,
  tables: Readers,
  {
    account,
    at,
    origin,
  }: { readonly account: Account; readonly at: Instant } & Pick<Order, "origin">,
): Promise<Refusal | undefined> {
  if (origin !== "automated") return reductionOf(account, "manual", at);
  if (isHaltedIn(account, calendarOf(account).sessionAt(at)))
    return { kind: "limit-broken", limit: { kind: "halted" } };
  return entryRefusalOf(tables, account, at);
}

/**
 * Others may have been sent while it waited. It counts as of when it was written down, as they do: a
 * minute that begins before that has it too.
 */
async function tooManyOf(
  tables: Readers,
  account: Account,
  at: Instant,
): Promise<Refusal | undefined> {
  const recentSubmits = await recentSubmitsOf(tables, account, at);
  const until = breakerUntil({ at, recentSubmits });
  return until && { kind: "too-many-orders", limit: SUBMITS_PER_MINUTE_MAX, until };
}

/** An order that is on record as `submitting`. */
export interface Sending {
  readonly order: Order;
  readonly userId: string;
  /** When the account was let in under the keys it is sent with. */
  readonly letInAt: LetInAt;
  /** What was decided or asked for is not sent after this. */
  readonly freshUntil: Instant;
  /** The fencing number an automated order was decided under. */
  readonly leaseEpoch?: number;
  /** What an automated order was decided on. */
  readonly decided?: DecidedOrder;
}
