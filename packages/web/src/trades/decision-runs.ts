import type { DecisionView } from "@sevenfold/contract/orders";

/** Decisions that follow one another and say the same, newest first; at least one. */
export interface DecisionRun {
  readonly newest: DecisionView;
  readonly all: readonly DecisionView[];
  /** Of them, each once, the newest first. */
  readonly tickers: readonly string[];
}

/** A start, a stop or a halt tells every stock the same: that is one thing to read. */
export function runsOf(decisions: readonly DecisionView[]): readonly DecisionRun[] {
  const runs: { newest: DecisionView; all: DecisionView[]; tickers: Set<string> }[] = [];
  for (const decision of decisions) {
    const last = runs.at(-1);
    if (last && saysTheSame(last.newest, decision)) {
      last.all.push(decision);
      last.tickers.add(decision.ticker);
    } else runs.push({ newest: decision, all: [decision], tickers: new Set([decision.ticker]) });
  }
  return runs.map(({ tickers, ...run }) => ({ ...run, tickers: [...tickers] }));
}

const saysTheSame = (one: DecisionView, other: DecisionView): boolean =>
  one.verdict === other.verdict && one.explanation === other.explanation;
