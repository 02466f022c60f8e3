import type { Ticker } from "@sevenfold/domain/market";

import type { AccountView, SymbolView } from "../../../trading/session/worker-view.ts";
import { isOfRule } from "./judge-orders.ts";
import { judgeUntold } from "./judge-splits.ts";
import type { OracleState } from "./oracle-state.ts";
import { differencesOfStanding } from "./standing-differences.ts";
import { isBetween, NO_MARKS } from "./symbol-standing.ts";

/**
 * What the worker goes by is compared, and taken over: after a pause or a start its trails go on from
 * rows and bars, and are only taken over then.
 */
export function judgeView(state: OracleState, at: number): void {
  const view = state.view();
  state.seen = view;
  if (!view?.isReady) {
    state.beUnsure();
    return;
  }
  const isRead = state.unreadUntil < at;
  if (!state.isSure || !state.isHaltKnown || !isRead) state.isHalted = view.halted;
  // By the baseline of another day than is on record, it goes by the halt of that day as well.
  state.isHaltKnown = view.baseline === state.rows.account.baseline;
  for (const symbol of view.symbols) {
    judgeUntold(state, symbol);
    takeOver(state, symbol);
    judgeTrail(state, symbol, at);
  }
  if (state.isSure && isRead) judgeStanding(state, view, at);
  state.isSure = true;
}

/** What nobody beside the worker can tell: the price it values a symbol at, and what it has decided before. */
function takeOver(state: OracleState, { mark, ticker, verdict }: SymbolView): void {
  const symbol = state.symbolOf(ticker);
  // Its worker may have asked for a price of it that nobody was told, and has one then.
  if (symbol.isMarkOpen || symbol.mark === undefined) {
    symbol.mark = mark;
    symbol.marksBefore = NO_MARKS;
  }
  const isPlacing = verdict.verdict === "entered" || verdict.verdict === "left";
  // Decided and not on record yet, by prices that were not judged; over once it is given up.
  symbol.isDecidedBefore =
    isPlacing && (state.isSure ? symbol.isDecidedBefore : !isAtWork(state, ticker));
}

const isAtWork = ({ rows }: OracleState, ticker: Ticker): boolean =>
  [...rows.open.values()].some((order) => order.ticker === ticker && isOfRule(order));

function judgeTrail(state: OracleState, { ticker, trail }: SymbolView, at: number): void {
  const symbol = state.symbolOf(ticker);
  const isJudged = state.isSure && symbol.openUntil < at && state.isFollowed(ticker);
  const { trails } = symbol;
  symbol.trails = trail && [trail, trail];
  if (trail === undefined) {
    if (isJudged && trails) state.say(ticker, "has no trail any more");
    return;
  }
  // Begun by a time of day that was wrong, it says nothing of when that was.
  const isDated = state.offUntil <= symbol.anchoredAt;
  if (isDated && trail.since < symbol.anchoredAt && symbol.openUntil < at)
    state.say(ticker, `goes on from ${trail.since}, before its last fill at ${symbol.anchoredAt}`);
  if (!isJudged) return;
  state.judged.trails += 1;
  if (trails === undefined || !isBetween(trail, trails))
    state.say(ticker, `has trail ${JSON.stringify(trail)}, not ${JSON.stringify(trails)}`);
}

function judgeStanding(state: OracleState, view: AccountView, at: number): void {
  const { isHalted, rows, symbols } = state;
  state.judged.standings += 1;
  for (const difference of differencesOfStanding(view, {
    areOthersUnheard: state.areOthersUnheard(at),
    day: state.isDayOpen ? undefined : state.day,
    isHalted,
    isStorageSlow: at <= state.slowUntil,
    rows,
    symbols,
  }))
    state.say("", difference);
}
