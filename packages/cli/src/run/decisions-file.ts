import type {
  BacktestReport,
  BacktestTrade,
  CanceledOrder,
} from "@sevenfold/application/research/backtest/backtest-report";
import type { BlockedTrade } from "@sevenfold/application/research/backtest/block-journal";
import { sharesOf } from "@sevenfold/application/research/parts/parts-of-shares";
import type { Intent } from "@sevenfold/domain/decide";
import { explainVerdict } from "@sevenfold/domain/explain-verdict";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { dollarsOf, type Price } from "@sevenfold/domain/money";
import type { PatternName } from "@sevenfold/domain/pattern";
import { explainReason, type ReasonCode, type ReasonFacts } from "@sevenfold/domain/reason";
import { cancelReasonOf, reasonShown } from "../report/backtest-document.ts";
import type { RunFiles } from "./run-folder.ts";

/** The bar patterns that stood at a symbol when something was decided. */
export type PatternsAt = (symbol: Ticker, at: Instant) => readonly PatternName[];

/**
 * decisions.jsonl, oldest first: every order the strategy wanted, why, and what became of it; and
 * every trade that was due and blocked, by which gate.
 */
export function decisionsFile(
  report: BacktestReport,
  blocked: readonly BlockedTrade[],
  patternsAt: PatternsAt,
): RunFiles {
  const { partsPerShare } = report.book;
  const decisions = [
    ...report.trades.map((trade) => filledLine(trade, partsPerShare)),
    ...report.canceled.map((order) => canceledLine(order, partsPerShare)),
    ...report.unfilled.map((intent) => ({
      ...intentLine(intent, partsPerShare),
      outcome: "unfilled",
      because: "no bar followed the decision",
    })),
    ...blocked.map(blockedLine),
  ];
  const lines = decisions
    .toSorted((one, other) => one.at - other.at)
    .map((line) => {
      const patterns = patternsAt(line.symbol, line.at);
      const named = patterns.length === 0 ? {} : { patterns };
      return `${JSON.stringify({ ...line, at: timeOf(line.at), ...named })}\n`;
    });
  return { "decisions.jsonl": lines.join("") };
}

const filledLine = (trade: BacktestTrade, partsPerShare: number) => ({
  at: trade.decidedAt,
  symbol: trade.ticker,
  side: trade.side,
  shares: sharesOf(trade.quantity, partsPerShare),
  ...reasonLine({ ...trade, price: trade.decisionPrice }),
  ...(trade.effect && { verdict: trade.effect === "open" ? "entered" : "left" }),
  ...(trade.isForced && {
    reason: reasonShown(trade),
    why: "Bought because a margin call asks for what is short.",
  }),
  outcome: "filled",
  filledAt: timeOf(trade.at),
  fillPrice: dollarsOf(trade.price),
});

const canceledLine = ({ intent, at, left, because }: CanceledOrder, partsPerShare: number) => ({
  ...intentLine(intent, partsPerShare),
  outcome: "canceled",
  sharesLeft: sharesOf(left, partsPerShare),
  canceledAt: timeOf(at),
  because: cancelReasonOf(because),
});

const intentLine = (intent: Intent, partsPerShare: number) => ({
  at: intent.at,
  symbol: intent.ticker,
  side: intent.side,
  shares: sharesOf(intent.quantity, partsPerShare),
  ...reasonLine(intent),
});

const ENTERING: ReadonlySet<ReasonCode> = new Set(["trail-drop", "target-raised"]);

const reasonLine = (facts: ReasonFacts) => ({
  verdict: ENTERING.has(facts.reason) ? "entered" : "left",
  reason: facts.reason,
  price: dollarsOf(facts.price),
  trigger: dollarsOf(facts.trigger),
  reference: dollarsOf(facts.reference),
  why: explainReason(facts),
});

const blockedLine = ({ at, ticker, side, gate, facts }: BlockedTrade) => ({
  at,
  symbol: ticker,
  side,
  verdict: facts.verdict,
  gate,
  reason: facts.reason,
  price: dollarsOrNone(facts.last),
  trigger: dollarsOrNone(facts.trigger),
  reference: dollarsOrNone(facts.reference),
  ...(facts.until !== undefined && { until: timeOf(facts.until) }),
  why: explainVerdict(facts, at),
});

const dollarsOrNone = (price: Price | undefined): number | undefined =>
  price === undefined ? undefined : dollarsOf(price);

const timeOf = (at: Instant): string => new Date(at).toISOString();
