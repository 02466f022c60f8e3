import type { Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { NaiveIntent } from "@sevenfold/domain/testing/naive-account";
import { isOfUnheldSplit } from "./judge-splits.ts";
import { DECISION_AGE_MAX_MS } from "./judge-wants.ts";
import type { OracleState } from "./oracle-state.ts";
import { areHoldingsDifferent } from "./standing-differences.ts";
import type { Want } from "./symbol-standing.ts";

/** Said here once more, so that the product cannot move them. */
const CLOSED_MS = 10_000;
const CLOSED_MAX_MS = 600_000;
const DENIED_CLOSED_MAX_MS = 60_000;

/** An automated order that is new on record: whether it was wanted, for that reason and at that size. */
export function judgeOrder(state: OracleState, order: Order): void {
  const { createdAt, quantity, reason, side, ticker } = order;
  const symbol = state.symbolOf(ticker);
  if (isOfWrongTime(state, createdAt)) return;
  state.judged.orders += 1;
  const what = `${side} ${quantity} for ${reason}`;
  if (side === "buy" && isOfUnheldSplit(state, ticker))
    state.say(ticker, `${what} was decided on a trail of other shares`);
  const isBound = reason !== "stop-loss" && !isDenied(order);
  if (createdAt < symbol.coolDownUntil && isBound)
    state.say(ticker, `${what} was sent within its cool-down until ${symbol.coolDownUntil}`);
  const { isDecidedBefore } = symbol;
  symbol.isDecidedBefore = false;
  // Decided just as its trails were taken over: they may have been others then.
  if (!state.isSure || isDecidedBefore || createdAt <= symbol.openUntil) return;
  // Nobody here hears prices of such an account any more; its worker does until it is told.
  if (isDenied(order) && state.rows.account.status !== "active") return;
  // What it was to sell was sold by the time it was written down: it was wanted until then.
  if (isDenied(order) && side === "sell" && heldIn(state, ticker) < quantity) return;
  const same = symbol.wants.filter(
    (want) => isAlike(want.intent, order) && (isDenied(order) || mayBeSent(want, createdAt)),
  );
  if (same.length === 0)
    state.say(ticker, `${what} was not wanted: ${JSON.stringify(symbol.trails)}`);
  else if (!sizedBy(state, same).some(({ intent }) => isSizeOf(state, intent, order)))
    state.say(ticker, `${what} is not the size wanted, ${sizesOf(sizedBy(state, same))}`);
}

const heldIn = ({ rows }: Pick<OracleState, "rows">, ticker: Ticker): number =>
  rows.positions.get(ticker)?.quantity ?? 0;

/** Any of them after new settings, and where what was decided may have waited for a slow storage. */
const sizedBy = (state: OracleState, same: readonly Want[]): readonly Want[] =>
  state.before || state.now() <= state.slowUntil ? same : latestOf(same);

/** The latest of whoever has heard of what changed beside it, and of whoever may not have of all of it. */
function latestOf(wants: readonly Want[]): readonly Want[] {
  const heard = wants.findLast(({ isUnheard }) => !isUnheard);
  const latest = wants.findLast(({ isUnheard }) => isUnheard)?.at;
  return wants.filter((want) => want === heard || (want.isUnheard && want.at === latest));
}

const sizesOf = (wants: readonly Want[]): string =>
  [...new Set(wants.map(({ intent }) => intent.quantity))].join(" or ");

/** Decided while the time of day of its worker was wrong, or written down once it was, with no price since. */
const isOfWrongTime = (state: OracleState, createdAt: number): boolean =>
  state.now() <= state.offUntil ||
  state.isOff() ||
  DECISION_AGE_MAX_MS < Math.abs(state.now() - createdAt);

const isAlike = (intent: NaiveIntent, { limit, reason, side }: Order): boolean =>
  intent.side === side && intent.reason === reason && intent.limit === limit;

/**
 * Cash that is kept aside for what is being placed makes an entry smaller; an exit is so only where the
 * broker is known to have fewer shares.
 */
const isSizeOf = (
  state: OracleState,
  intent: NaiveIntent,
  { quantity, side, ticker }: Order,
): boolean =>
  quantity === intent.quantity ||
  (quantity < intent.quantity && (side === "buy" || areFewerThere(state, ticker)));

/**
 * So it is on record, or the worker has just seen that there are fewer; also where that was so only as
 * it asked, of a fill that was booked before the answer was.
 */
const areFewerThere = ({ rows, seen, sharesAt }: OracleState, ticker: Ticker): boolean =>
  areHoldingsDifferent(rows.account) ||
  sharesAt(ticker) < heldIn({ rows }, ticker) ||
  seen?.reconciled?.drift.some((one) => one.ticker === ticker && one.theirs < one.ours) === true;

const mayBeSent = ({ at, isUnheard }: Want, createdAt: number): boolean =>
  !isUnheard && createdAt - at <= DECISION_AGE_MAX_MS;

/** It was never sent: others had ordered, and who writes it down knows, if not who decided. */
const isDenied = ({ attempts, status }: Order): boolean => status === "denied" && attempts === 0;

/** A stop beside the rule is judged otherwise. */
export const isOfRule = (order: Order): boolean =>
  order.origin === "automated" && !isOwnStop(order);

/** An order that has ended: what of it holds its symbol back. */
export function noteEnd(state: OracleState, order: Order): void {
  const { clientKey, filled, origin, status, ticker, updatedAt } = order;
  const isNew = state.known.get(clientKey) !== status;
  state.known.set(clientKey, status);
  if (!isNew || origin !== "automated") return;
  if (isOwnStop(order)) {
    if (status === "rejected" || status === "denied")
      state.symbolOf(ticker).stopRefusedAt = updatedAt;
    return;
  }
  // By when it was written down: the time of day of who wrote it may be wrong.
  state.symbolOf(ticker).ended = { at: state.now(), status };
  noteClosed(state, order);
  if (filled !== 0 || status === "denied") return;
  coolDown(state, ticker, updatedAt);
  state.symbolOf(ticker).cooled = { from: updatedAt, until: coolDownEnd(state, updatedAt) };
}

/**
 * Who follows an account anew tells such a cool-down by the order and by what is set now, where that was
 * changed since, and its trails were not saved before: either of both ends may count.
 */
export function openCoolDowns(state: OracleState): void {
  for (const symbol of state.symbols.values()) {
    const { coolDownUntil, cooled } = symbol;
    // A fill since has begun one of its own, which is stored.
    if (cooled === undefined || cooled.until !== coolDownUntil) continue;
    const until = coolDownEnd(state, cooled.from);
    if (until === coolDownUntil) continue;
    symbol.openUntil = Math.max(symbol.openUntil, until, coolDownUntil);
    symbol.coolDownUntil = Math.min(until, coolDownUntil);
  }
}

/** docs/risk.md: ten seconds, and twice as long after each in a row that came to nothing. */
function noteClosed(state: OracleState, { filled, status, ticker }: Order): void {
  const symbol = state.symbolOf(ticker);
  if (0 < filled) {
    symbol.refusals = 0;
    symbol.closedUntil = 0;
    return;
  }
  symbol.refusals += 1;
  const waitMs = CLOSED_MS * 2 ** (symbol.refusals - 1);
  const most = status === "denied" ? DENIED_CLOSED_MAX_MS : CLOSED_MAX_MS;
  symbol.closedUntil = state.now() + Math.min(waitMs, most);
}

export function coolDown(state: OracleState, ticker: Ticker, from: number): void {
  const symbol = state.symbolOf(ticker);
  symbol.coolDownUntil = Math.max(symbol.coolDownUntil, coolDownEnd(state, from));
}

const coolDownEnd = ({ rows }: Pick<OracleState, "rows">, from: number): number =>
  from + rows.settings.limits.coolDownSec * 1_000;
