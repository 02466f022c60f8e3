import type { Instant, Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Activity } from "../../../ports/activity.ts";
import type { Account } from "../../../ports/stores/account.ts";
import type { BookedFill } from "../../../ports/stores/fill-store.ts";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import { mayAutomate } from "../../../trading/safeguards/trading-rights.ts";
import type { WrittenRow } from "../told-storage.ts";
import { noteFarFill } from "./doubtful-prices.ts";
import { takeEnd } from "./judge-ends.ts";
import { coolDown, noteEnd } from "./judge-orders.ts";
import { takeBust, takeSplit } from "./judge-splits.ts";
import { DECISION_AGE_MAX_MS } from "./judge-wants.ts";
import { CHANGE_MS, type OracleState } from "./oracle-state.ts";
import { TOLD_MS } from "./standing-differences.ts";
import { anchorAt, type Want } from "./symbol-standing.ts";

/** As late as a worker is told of anything, and as long again for what it reads one slow call after another. */
const UNREAD_MS = 2 * TOLD_MS;

/** A row that is committed, whoever committed it: what its worker may not have heard of yet is noted. */
export function takeRow(state: OracleState, written: WrittenRow): void {
  const { rows } = state;
  const { watched } = rows;
  const until = state.now() + CHANGE_MS;
  // Its worker may hear no price while its time of day is wrong, and book by that time all the same.
  if (state.isOff()) state.offUntil = state.now() + DECISION_AGE_MAX_MS;
  if (written.table === "positions") noteHandOver(state, written.row);
  if (written.table === "settings") state.before = { settings: rows.settings, until };
  if (written.table === "users" && mayAutomate(rows.user, state.now() as Instant))
    state.hadRightAt = state.now();
  if (written.table === "accounts") noteForeign(state, written.row, until);
  if (written.table === "accounts" && written.row.cash !== rows.account.cash) noteUnread(state);
  // Shares that come from another account, or leave to it, move no money.
  if (written.table === "positions" && isAnotherHolding(rows, written.row)) noteUnread(state);
  rows.take(written);
  if (written.table === "activities") {
    const change = state.splits.booked(written.row.activityId);
    if (change?.kind === "split") takeSplit(state, change);
    else if (change) takeEnd(state, change, until);
    else takeBust(state, written.row);
    if (written.row.ticker !== undefined) noteUnreadOf(state, written.row.ticker);
    if (change?.kind === "name-change") noteUnreadOf(state, change.becomes);
  }
  if (written.table === "fills") takeFill(state, written.row);
  if (written.table === "orders" && written.row.origin !== "automated")
    noteOther(state, written.row);
  if (written.table === "orders")
    if (isOpen(written.row)) state.known.set(written.row.clientKey, written.row.status);
    else noteEnd(state, written.row);
  if (rows.watched !== watched) reopen(state, watched, until);
}

/** Beside fills, without what ends or splits them: the trail stays as it is. */
export const movesShares = ({ kind }: Pick<Activity, "kind">): boolean =>
  kind === "bust" || kind === "shares-journal";

const isAnotherHolding = (
  { positions }: OracleState["rows"],
  { quantity, ticker }: StoredPosition,
): boolean => quantity !== (positions.get(ticker)?.quantity ?? 0);

/** It is read again every few seconds: until then equity and what is forbidden may be as before. */
function noteForeign(state: OracleState, { foreign }: Account, until: number): void {
  const before = state.rows.account.foreign;
  if (JSON.stringify(foreign) === JSON.stringify(before)) return;
  state.foreignBefore = { foreign: before, until };
  state.unreadUntil = until;
}

function noteHandOver(state: OracleState, { isManaged, ticker }: StoredPosition): void {
  const before = state.rows.positions.get(ticker);
  if (before === undefined && state.splits.has(ticker)) {
    const symbol = state.symbolOf(ticker);
    // Of what nobody held, the trail may have gone on by prices of the shares of now, or wait for them.
    symbol.trails = undefined;
    symbol.openUntil = Math.max(symbol.openUntil, state.now() + TOLD_MS);
  }
  if (before !== undefined && before.isManaged !== isManaged)
    state.handedOverAt.set(ticker, state.now());
}

function noteOther(state: OracleState, { clientKey }: Order): void {
  state.othersChangedAt = state.now();
  if (!state.known.has(clientKey)) state.othersBeganAt.set(clientKey, state.now());
}

/** Symbols that were put on the list or taken off it: a worker may hear of it late. */
function reopen(state: OracleState, before: ReadonlySet<Ticker>, until: number): void {
  for (const [ticker, symbol] of state.symbols)
    if (state.rows.watched.has(ticker) !== before.has(ticker)) symbol.openUntil = until;
}

export function takeFill(state: OracleState, fill: BookedFill): void {
  const symbol = state.symbolOf(fill.ticker);
  const { wants } = symbol;
  if (fill.side === "sell") state.soldAt.set(fill.executionId, fill.price);
  noteFarFill(state, fill);
  anchorAt(symbol, fill);
  if (fill.reason === "resting-stop") symbol.wants = leftBy(fill, wants);
  noteUnreadOf(state, fill.ticker);
  if (fill.reason !== undefined) coolDown(state, fill.ticker, fill.at);
}

function noteUnreadOf(state: OracleState, ticker: Ticker): void {
  if (!noteUnread(state)) return;
  const symbol = state.symbolOf(ticker);
  symbol.openUntil = Math.max(symbol.openUntil, state.unreadUntil);
  symbol.isMarkOpen = true;
}

/**
 * A fill, or money that moved, is on record. While the storage is slow another process may have booked
 * it: the worker learns of it as soon as it can read.
 */
function noteUnread(state: OracleState): boolean {
  // It may have become slow since the last price.
  if (state.slowUntil < state.now() && !state.isStorageSlow()) return false;
  state.unreadUntil = state.now() + UNREAD_MS;
  return true;
}

/** The rule's stop takes the one at the broker back first: what that has sold meanwhile, it sells no more. */
const leftBy = ({ at: soldAt, quantity: sold }: BookedFill, wants: readonly Want[]): Want[] =>
  wants.flatMap((want) => {
    const { at, intent } = want;
    if (intent.reason !== "stop-loss") return soldAt < at ? [want] : [];
    const left = intent.quantity - sold;
    return 0 < left ? [{ ...want, intent: { ...intent, quantity: left } }] : [];
  });
