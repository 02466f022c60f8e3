import type { AccountView, SymbolView } from "../../../use-cases/worker-view.ts";
import type { OracleState } from "./oracle-state.ts";
import { differencesOfStanding } from "./standing-differences.ts";
import { isBetween } from "./symbol-standing.ts";

/**
 * What the worker goes by is compared, and taken over: after a pause or a start its trails go on from
 * rows and bars, and are only taken over then.
 */
export function judgeView(state: OracleState, at: number): void {
  const view = state.view();
  state.seen = view;
  if (!view?.isReady) {
    state.isSure = false;
    return;
  }
  const isRead = state.unreadUntil < at;
  if (!state.isSure || !state.isHaltKnown || !isRead) state.isHalted = view.halted;
  state.isHaltKnown = true;
  for (const symbol of view.symbols) judgeTrail(state, symbol, at);
  if (state.isSure && isRead) judgeStanding(state, view, at);
  state.isSure = true;
}

function judgeTrail(state: OracleState, { ticker, trail }: SymbolView, at: number): void {
  const symbol = state.symbolOf(ticker);
  const isJudged = state.isSure && symbol.openUntil < at && state.isFollowed(ticker);
  const { trails } = symbol;
  symbol.trails = trail && [trail, trail];
  if (trail === undefined) {
    if (isJudged && trails) state.say(ticker, "has no trail any more");
    return;
  }
  if (trail.since < symbol.anchoredAt && symbol.openUntil < at)
    state.say(ticker, `goes on from ${trail.since}, before its last fill at ${symbol.anchoredAt}`);
  if (!isJudged) return;
  state.judged.trails += 1;
  if (trails === undefined || !isBetween(trail, trails))
    state.say(ticker, `has trail ${JSON.stringify(trail)}, not ${JSON.stringify(trails)}`);
}

function judgeStanding(state: OracleState, view: AccountView, at: number): void {
  const { day, isHalted, rows, symbols } = state;
  state.judged.standings += 1;
  for (const difference of differencesOfStanding(view, { at, day, isHalted, rows, symbols }))
    state.say("", difference);
}
