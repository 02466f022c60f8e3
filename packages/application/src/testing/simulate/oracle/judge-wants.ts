import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { VerdictFacts } from "@sevenfold/domain/verdict";

import { COLLAR_BPS_DEFAULT } from "../../../trading/account/order-draft.ts";
import { mayAutomate } from "../../../trading/safeguards/trading-rights.ts";
import { mayWaitForClose } from "./judge-splits.ts";
import type { OracleState } from "./oracle-state.ts";
import { type Moment, wantsAt } from "./rule-reading.ts";
import { TOLD_MS } from "./standing-differences.ts";
import { besidePlacing } from "./still-placing.ts";
import type { SymbolStanding } from "./symbol-standing.ts";
import { type Unheard, unheardOf } from "./unheard-changes.ts";

/** How old a decision may be when its order is written down. docs/risk.md */
export const DECISION_AGE_MAX_MS = 15_000;
/** How many prices in a row want an order, and for how long, before it is missed. */
const PRICES_MAX = 3;
const OVERDUE_MS = 5_000;
/** What is decided and waits for a slow database: until it is too old, and that is written down. */
const PLACING_MS = DECISION_AGE_MAX_MS + 10_000;
/** What may keep a wanted order back that the oracle knows nothing of. */
const EXCUSES: ReadonlySet<string> = new Set(["automation-off", "exits-only"]);
/** How long a symbol may wait after an order of it was denied, and after one that came to nothing else. */
const DENIED_WAIT_MAX_MS = 62_000;
const WAIT_MAX_MS = 602_000;

/** What the rules want now, remembered: to judge what is sent by, and what is not. */
export function noteWants(state: OracleState, moment: Moment): void {
  const { rows, symbols } = state;
  const at = moment.at as Instant;
  const wanted = new Set<Ticker>();
  const all = state.hasNewSettings(at) ? [rows.settings, state.before!.settings] : [rows.settings];
  const reading = {
    rows,
    symbols,
    collarBps: COLLAR_BPS_DEFAULT,
    isHalted: state.isHalted,
    mayEnter: mayAutomate(rows.user, at),
  };
  const changed = unheardOf(state, at, reading.mayEnter);
  const unheard = 0 < changed.length ? changed : unreadForeignOf(state, at);
  const moments = momentsOf(state, moment);
  // Who has not heard of new settings decides by those of before: that is denied as it is written down.
  if (all.length === 1 && state.areSettingsUnheard(at))
    for (const intent of wantsAt(
      { settings: state.before!.settings, trail: 1, ...reading },
      moment,
    ))
      state.symbolOf(intent.ticker).wants.push({ at, intent, isUnheard: true });
  const beside = besidePlacing(state, moment);
  for (const settings of all)
    for (const trail of isTwofold(state, moment.tickers) ? ([0, 1] as const) : ([1] as const)) {
      for (const read of moments)
        for (const intent of wantsAt({ settings, trail, ...reading }, read)) {
          // Whoever hears that shares may be others knows no equity to enter by; it may not have heard.
          const isInDoubt = intent.side === "buy" && state.splits.hasAny();
          if (read === moment && settings === rows.settings && !isInDoubt)
            wanted.add(intent.ticker);
          state.symbolOf(intent.ticker).wants.push({ at, intent });
        }
      if (beside)
        for (const intent of wantsAt(
          { settings, trail, ...reading, rows: beside.rows },
          beside.moment,
        ))
          state.symbolOf(intent.ticker).wants.push({ at, intent });
      for (const before of unheard)
        for (const intent of wantsAt({ settings, trail, ...reading, ...before }, moment))
          state.symbolOf(intent.ticker).wants.push({ at, intent, isUnheard: true });
    }
  const isRead = !state.hasNewForeign(at);
  for (const ticker of moment.tickers) noteWanted(state, at, ticker, isRead && wanted.has(ticker));
}

/**
 * Some symbols take no cash from the others, as far as their worker has heard of what holds them back. So the
 * same moment is read with and without each kind of them, and without any two kinds of them. The first of
 * them is the moment itself.
 */
function momentsOf(state: OracleState, moment: Moment): readonly Moment[] {
  const { at } = moment;
  let moments: readonly Moment[] = [moment];
  for (const areBack of [
    [isClosedAt(state, at), isClosedAt(state, at - TOLD_MS)],
    [(ticker: Ticker) => state.wasHalted(ticker)],
    // What has fallen as far as a split puts it waits for the close of the day before.
    [(ticker: Ticker) => mayWaitForClose(state, ticker, at)],
  ])
    moments = [
      ...moments,
      ...areBack.flatMap((isBack) => moments.flatMap((one) => withoutThose(one, isBack))),
    ];
  return moments;
}

/**
 * A symbol whose last order came to nothing is left alone for a while. Its worker may have heard of that end,
 * and so count that while, a little later than it was written down.
 */
const isClosedAt =
  ({ symbols }: OracleState, since: number) =>
  (ticker: Ticker): boolean =>
    since < (symbols.get(ticker)?.closedUntil ?? 0);

const NO_MOMENTS: readonly Moment[] = [];

function withoutThose(moment: Moment, isOne: (ticker: Ticker) => boolean): readonly Moment[] {
  const tickers = moment.tickers.filter((ticker) => !isOne(ticker));
  return tickers.length < moment.tickers.length ? [{ ...moment, tickers }] : NO_MOMENTS;
}

/** As whoever reads the account does that has not read yet what else there is at the broker. */
function unreadForeignOf(state: OracleState, at: Instant): readonly Unheard[] {
  if (!state.hasNewForeign(at)) return [];
  const { foreign: _, ...account } = state.rows.account;
  const { foreign } = state.foreignBefore!;
  const { open, positions, user, watched } = state.rows;
  const before = foreign === undefined ? account : { ...account, foreign };
  return [{ mayEnter: mayAutomate(user, at), rows: { account: before, open, positions, watched } }];
}

const isTwofold = ({ symbols }: OracleState, tickers: readonly Ticker[]): boolean =>
  tickers.some((ticker) => {
    const trails = symbols.get(ticker)?.trails;
    return trails !== undefined && trails[0] !== trails[1];
  });

function noteWanted(state: OracleState, at: number, ticker: Ticker, isWanted: boolean): void {
  const symbol = state.symbolOf(ticker);
  if (0 < symbol.wants.length && PLACING_MS < at - symbol.wants[0]!.at)
    symbol.wants = symbol.wants.filter((want) => at - want.at <= PLACING_MS);
  const { count, at: since } = symbol.wantedSince ?? { count: 0, at };
  symbol.wantedSince = isWanted ? { at: since, count: count + 1 } : undefined;
  if (isWanted) missWanted(state, at, ticker, symbol);
}

/** Wanted for long enough, and not there, without a word of what keeps it back. */
function missWanted(state: OracleState, at: number, ticker: Ticker, symbol: SymbolStanding): void {
  const { count, at: since } = symbol.wantedSince!;
  state.judged.wants += 1;
  const view = state.seen;
  const verdict = view?.symbols.find((one) => one.ticker === ticker)?.verdict;
  const { reductions = [] } = state.rows.account;
  const isOff = 0 < reductions.length || !state.rows.settings.automationEnabled;
  const isNew = state.hasNewSettings(at) || at <= symbol.openUntil;
  if (!view?.isReady || isOff || isNew || !verdict || isExcused(state, verdict, ticker, at)) {
    symbol.wantedSince = undefined;
    return;
  }
  const isPlacing = verdict.verdict === "entered" || verdict.verdict === "left";
  // Whoever waits for a slow storage is sent, or denied, before what was decided is too old.
  const overdueMs = Math.max(
    isPlacing ? PLACING_MS : OVERDUE_MS,
    at <= state.slowUntil ? DECISION_AGE_MAX_MS : 0,
  );
  if (count < PRICES_MAX || at - since < overdueMs) return;
  state.judged.overdue += 1;
  state.say(ticker, `was wanted since ${since} and not sent: ${JSON.stringify(verdict)}`);
  symbol.wantedSince = undefined;
}

/** An order at work must be on record, or one must have ended of late: the symbol waits a while then. */
function isExcused(
  state: OracleState,
  { gate, verdict }: VerdictFacts,
  ticker: Ticker,
  at: number,
): boolean {
  const saysAtWork = verdict === "entered" || verdict === "left" || gate === "order-working";
  if (gate === "pacing") return isPaced(state, at);
  if (gate === "exchange-halt") return state.wasHalted(ticker);
  if (gate === "equity-unknown") return isHoldingInDoubt(state);
  if (!saysAtWork) return gate !== undefined && EXCUSES.has(gate);
  for (const order of state.rows.open.values())
    if (order.ticker === ticker && !(isOwnStop(order) && order.status !== "cancel-pending"))
      return true;
  if (state.areOthersUnheard(at)) return true;
  const { ended } = state.symbolOf(ticker);
  if (ended === undefined) return false;
  return at - ended.at <= (ended.status === "denied" ? DENIED_WAIT_MAX_MS : WAIT_MAX_MS);
}

/**
 * The broker was asked about a price that is far from the one before: until the next one, what it is worth
 * is open. Or its market knows no price of it.
 */
const isHoldingInDoubt = (state: OracleState): boolean =>
  [...state.rows.positions.keys()].some(
    (ticker) =>
      state.symbolOf(ticker).isMarkOpen || state.worker?.prices.latest(ticker) === undefined,
  );

const isPaced = ({ rows }: OracleState, at: number): boolean =>
  rows.settings.limits.entriesPerMinuteMax <=
  rows.entries.filter((time) => at - time < MINUTE_MS).length;
