import type { Instant, Ticker } from "@sevenfold/domain/market";
import {
  ACCOUNT_VALUE_MAX,
  type Bps,
  type Money,
  money,
  NO_MONEY,
  NO_SHARES,
  type Price,
  type Quantity,
  shares,
} from "@sevenfold/domain/money";
import { type Order, type OrderSide, openQuantity } from "@sevenfold/domain/order";
import type { ReasonCode } from "@sevenfold/domain/reason";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { type CheckedOrder, checkOrder, type RiskFacts, sizeBroken } from "@sevenfold/domain/risk";
import { reservedEachOf } from "@sevenfold/domain/sizing";

import type { VenueTerms } from "../../ports/broker.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import { type AccountStanding, heldIn, positionIn } from "../account/account-standing.ts";
import type { AutomatedDraft, ManualDraft } from "../account/order-draft.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { isBeingSent, isUnanswered } from "../safeguards/unanswered-orders.ts";

/** An order decided, or asked for, longer ago is not sent. */
export const DECISION_AGE_MAX_MS = 15_000;

/** What the checks need beside the account's rows. */
export interface CheckMoment {
  readonly at: Instant;
  readonly settings: Settings;
  readonly equity: Money;
  readonly collarBps: Bps;
  readonly halted: boolean;
  readonly coolDownUntil: Instant;
  /** When the orders were sent that the breaker counts; none where it does not count. */
  readonly recentSubmits: readonly Instant[];
  /** What the venue is known to refuse. */
  readonly terms: VenueTerms | undefined;
}

/**
 * What keeps every other order of the symbol back, by hand or by rule: two alike without an answer
 * could not be told apart, and a sell may be of shares that another has sold already.
 */
export function unansweredRefusal(
  { openOrders }: Pick<AccountStanding, "openOrders">,
  ticker: Ticker,
  at: Instant,
): Refusal | undefined {
  const questions = openOrders.filter((order) => order.ticker === ticker && isUnanswered(order));
  if (questions.length === 0) return undefined;
  const isUnderWay = questions.every((order) => isBeingSent(order, at));
  return { kind: "order-unanswered", ticker, isUnderWay };
}

/** Why the venue would refuse a buy for being worth too little; sells of any size pass. */
export function smallnessRefusal(
  terms: VenueTerms | undefined,
  {
    price,
    quantity,
    side,
  }: { readonly price: Price; readonly quantity: Quantity; readonly side: OrderSide },
): Refusal | undefined {
  const least = terms?.buyNotionalMin;
  if (side === "sell" || least === undefined) return undefined;
  const notional = money(price * quantity);
  return notional < least ? { kind: "order-too-small", notional, least } : undefined;
}

/** Why a sell of so much is more than is held and not offered already. */
export function unsoldRefusal(
  standing: Pick<AccountStanding, "openOrders" | "positions">,
  { quantity, ticker }: Pick<Order, "quantity" | "ticker">,
): Refusal | undefined {
  const held = heldIn(standing, ticker);
  const openSells = inOpenOrders(standing.openOrders, ticker, "sell");
  return quantity <= held - openSells
    ? undefined
    : { kind: "not-enough-shares", wanted: quantity, held, openSells };
}

/**
 * Why a sell is of more than the broker says is there, or may be: refused at best, and at worst sold short.
 * What has been sold since it was asked is gone from what it said.
 */
function unthereRefusal(
  { quantity, side, there: said, ticker }: ManualDraft,
  { held, openSells }: Pick<RiskFacts, "held" | "openSells">,
): Refusal | undefined {
  if (side === "buy" || said === undefined) return undefined;
  if (said === "unsaid") return { kind: "broker-unavailable", message: SAYS_NOTHING };
  const there = Math.max(0, Math.min(said.shares, held - (said.booked - said.shares)));
  if (quantity <= there - openSells) return undefined;
  return there === 0
    ? { kind: "none-there", ticker, held }
    : { kind: "fewer-there", ticker, held, there, openSells };
}

const SAYS_NOTHING =
  "Your books and the broker's differ, and the broker does not say how many shares it has. Try again in a moment.";

/** Why a buy that waited cannot be paid of what no other keeps aside; the worker's leaves its reserve too. */
export function unpaidRefusal(
  freeCash: Money,
  { origin, reservedCash: needed }: Pick<Order, "origin" | "reservedCash">,
  reserve: Money,
): Refusal | undefined {
  const left = money(freeCash - needed);
  if (left < 0) return { kind: "insufficient-buying-power", needed, available: freeCash };
  return origin === "automated" && left < reserve
    ? { kind: "limit-broken", limit: { kind: "cash-reserve", left, reserve } }
    : undefined;
}

/** The same of one that is worth too much. A sale is bounded by what is held, whatever that is worth. */
function worthRefusal(
  terms: VenueTerms | undefined,
  buy: Parameters<typeof smallnessRefusal>[1],
): Refusal | undefined {
  const notional = money(buy.price * buy.quantity);
  return ACCOUNT_VALUE_MAX < notional
    ? { kind: "order-too-large", notional }
    : smallnessRefusal(terms, buy);
}

/** A user's order: free cash or free shares, and the breaker. The account's own limits only warn. */
export function checkManual(
  draft: ManualDraft,
  last: Price | undefined,
  standing: AccountStanding,
  moment: CheckMoment,
): Result<CheckedOrder, Refusal> {
  const unanswered = unansweredRefusal(standing, draft.ticker, moment.at);
  if (unanswered) return refused(unanswered);
  // Only a sell, or an order with a limit, may come without any price.
  const price = (draft.limit ?? last ?? 1) as Price;
  const worth = draft.side === "buy" ? worthRefusal(moment.terms, { ...draft, price }) : undefined;
  if (worth) return refused(worth);
  // Checked without the collar: an order that can be paid is not refused for what it might cost.
  const facts = { ...factsOf(draft.ticker, standing, moment), collarBps: 0 as Bps };
  const checked = checkOrder({ ...draft, price }, facts);
  if (!checked.ok) return checked;
  const unthere = unthereRefusal(draft, facts);
  if (unthere) return refused(unthere);
  return ok({
    ...checked.value,
    reservedCash: reservationOf(draft, price, standing.freeCash, moment.collarBps),
  });
}

/** Asks the locked rows again what decide asked its book: they may have moved since. */
export function checkAutomated(
  draft: AutomatedDraft,
  standing: AccountStanding,
  moment: CheckMoment,
): Result<CheckedOrder, Refusal> {
  const { decidedBy, hasNoneThere, held, intent } = draft;
  const { ticker } = intent;
  if (standing.account.own?.sha256 !== decidedBy?.sha256)
    return refused({ kind: "strategy-changed" });
  const overset = oversetRefusal(intent, moment.settings);
  if (overset) return refused(overset);
  if (standing.openOrders.some((order) => order.ticker === ticker))
    return refused({ kind: "order-at-work", ticker });
  const position = positionIn(standing, ticker);
  if (intent.side === "sell" && position?.isManaged === false)
    return refused({ kind: "position-unmanaged", ticker });
  // One order per signal: decided by a book that had not heard of a fill.
  const heldNow = position?.quantity ?? 0;
  if (intent.side === "buy" && heldNow !== held) return refused({ kind: "already-held", ticker });
  const changed = changeRefusal(draft, heldNow);
  if (changed) return refused(changed);
  if (hasNoneThere) return refused({ kind: "none-there", ticker, held: heldNow });
  const smallness = smallnessRefusal(moment.terms, {
    ...intent,
    price: intent.limit ?? intent.price,
  });
  if (smallness) return refused(smallness);
  const checked = checkOrder({ origin: "automated", ...intent }, factsOf(ticker, standing, moment));
  return checked.ok ? ok({ ...checked.value, reservedCash: intent.reservedCash }) : checked;
}

/** What an automated order was decided on. */
export type DecidedOrder = Pick<AutomatedDraft, "decidedBy" | "equity" | "held" | "intent">;

/**
 * Why an exit is not what was decided any more. The rule's is of a trail that no fill has anchored since; a
 * strategy of one's own says what it sells. A stop sells all there is, however little that is by now.
 */
export function changeRefusal(
  { decidedBy, held: decidedOf, intent: { reason, side, ticker } }: Omit<DecidedOrder, "equity">,
  held: number,
): Refusal | undefined {
  if (side === "buy" || reason === "stop-loss") return undefined;
  const isSame = decidedBy === undefined ? held === decidedOf : decidedOf <= held;
  return isSame ? undefined : { kind: "holding-changed", ticker, held, decidedOf };
}

/** Why an entry that waited is of more by now than its account may have of it, by the equity it was decided on. */
export function oversizeRefusal(
  { equity, intent }: Pick<DecidedOrder, "equity" | "intent">,
  { limits, strategy }: Pick<Settings, "limits" | "strategy">,
  held: Quantity,
): Refusal | undefined {
  if (intent.side === "sell") return undefined;
  const limit = sizeBroken(intent, { equity, held, limits, openBuys: NO_SHARES, strategy });
  return limit && { kind: "limit-broken", limit };
}

/** Why an automated order is of more shares than are set by now; a stop sells all there is. */
export function oversetRefusal(
  { quantity, reason, side }: Pick<Order, "quantity" | "reason" | "side">,
  { strategy }: Pick<Settings, "strategy">,
): Refusal | undefined {
  if (reason !== undefined && UNSET_SIZES.has(reason)) return undefined;
  const most = side === "buy" ? strategy.sharesToBuy : strategy.sharesToSell;
  return most < quantity ? { kind: "more-than-set", wanted: quantity, most } : undefined;
}

/** Stops sell all there is, and a strategy of one's own says its sizes itself: the limits bind it. */
const UNSET_SIZES: ReadonlySet<string> = new Set<ReasonCode>([
  "stop-loss",
  "resting-stop",
  "target-raised",
  "target-lowered",
]);

/** With the collar as far as free cash goes, and the whole price in any case. */
function reservationOf(
  { side, quantity, limit }: ManualDraft,
  price: Price,
  freeCash: Money,
  collarBps: Bps,
): Money {
  if (side === "sell") return NO_MONEY;
  if (limit !== undefined) return money(limit * quantity);
  const collared = reservedEachOf(price, collarBps) * quantity;
  return money(Math.max(price * quantity, Math.min(collared, freeCash)));
}

function factsOf(ticker: Ticker, standing: AccountStanding, moment: CheckMoment): RiskFacts {
  const { settings, terms: _, ...facts } = moment;
  return {
    cash: money(standing.account.cash - (standing.account.unavailableCash ?? 0)),
    reservedCash: standing.reservedCash,
    held: heldIn(standing, ticker),
    openSells: inOpenOrders(standing.openOrders, ticker, "sell"),
    openBuys: inOpenOrders(standing.openOrders, ticker, "buy"),
    strategy: settings.strategy,
    limits: settings.limits,
    ...facts,
  };
}

const inOpenOrders = (orders: readonly Order[], ticker: Ticker, side: OrderSide): Quantity =>
  shares(
    orders
      .filter((order) => order.side === side && order.ticker === ticker)
      .reduce((sum, order) => sum + openQuantity(order), 0),
  );
