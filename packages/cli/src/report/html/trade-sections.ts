import { isExit } from "@sevenfold/application/research/backtest/backtest-report";
import type { RunRecord } from "../../run/run-record.ts";
import { counted, dollars, percent, shareText, signedDollars } from "../amounts.ts";
import { BLOCKED_HEADING, blockedRows, leftOutSentence } from "../blocked-view.ts";
import { colored, plainTable } from "./figures.ts";
import { markup } from "./markup.ts";
import type { ReportSection } from "./page.ts";

/** The deepest drawdowns with their dates. */
export function drawdownSection(
  drawdowns: RunRecord["summary"]["drawdowns"],
): ReportSection | undefined {
  if (drawdowns.length === 0) return undefined;
  return {
    id: "drawdowns",
    title: "Deepest drawdowns",
    note: "Days are trading days: from the high-water mark down to the trough, from there back, and in all. One that still lasts is counted to the end.",
    body: plainTable(
      "Deepest drawdowns",
      ["From", "Depth", "Deepest on", "Recovered on", "Down", "Back", "Days"],
      drawdowns.map(({ depth, peak, trough, recovered, days, daysDown, daysBack }) => [
        peak,
        colored(percent(depth), depth),
        trough,
        recovered ?? "not yet",
        daysDown === undefined ? "–" : daysDown.toLocaleString("en-US"),
        daysBack == null ? "–" : daysBack.toLocaleString("en-US"),
        days.toLocaleString("en-US"),
      ]),
    ),
  };
}

/** What each symbol came to. */
export function symbolSection({ summary, trades }: RunRecord): ReportSection {
  const rows = summary.symbols.map((symbol) => {
    const own = trades.filter((trade) => trade.symbol === symbol);
    const exits = own.filter(isExit);
    const realized = exits.reduce((sum, { pnl }) => sum + pnl, 0);
    const fees = own.reduce((sum, trade) => sum + trade.fees, 0);
    const open = summary.openPositions.find((position) => position.symbol === symbol);
    const won = exits.filter(({ pnl }) => 0 < pnl).length;
    return [
      symbol,
      String(own.length - exits.length),
      String(exits.length),
      exits.length === 0 ? "–" : percent(won / exits.length, 0),
      colored(signedDollars(realized), realized),
      dollars(fees),
      open === undefined ? "–" : `${shareText(open.shares)} at ${dollars(open.entryPrice)}`,
      open === undefined ? "–" : colored(signedDollars(open.unrealizedPL), open.unrealizedPL),
    ];
  });
  return {
    id: "symbols",
    title: "Symbols",
    body: plainTable(
      "Results by symbol",
      ["Symbol", "Entries", "Exits", "Won", "Realized", "Fees", "Still held", "Unrealized"],
      rows,
    ),
  };
}

const TRADES_LISTED = 1_000;

const REASONS: Record<string, string> = {
  "trail-drop": "fall from the high",
  "trail-rise": "rise from the low",
  "take-profit": "take profit",
  "stop-loss": "stop-loss",
  "target-raised": "higher target",
  "target-lowered": "lower target",
  "margin-call": "margin call",
};

/** The list of fills; the longest lists are cut, and say so. */
export function tradeSection({ trades }: RunRecord): ReportSection {
  const rows = trades
    .slice(0, TRADES_LISTED)
    .map(({ time, symbol, side, shares, price, reason, fees, pnl, effect }) => [
      newYorkTime(time),
      symbol,
      side === "buy" ? "▲ buy" : "▼ sell",
      shareText(shares),
      dollars(price),
      REASONS[reason] ?? reason,
      dollars(fees),
      !isExit({ side, effect }) ? "" : colored(signedDollars(pnl), pnl),
    ]);
  const cut =
    TRADES_LISTED < trades.length
      ? markup`<p class="note">The first ${TRADES_LISTED} of ${trades.length}; trades.csv beside this file has all.</p>`
      : undefined;
  return {
    id: "trades",
    title: "Trades",
    note: "A result is after fees, and of the shares sold.",
    body:
      trades.length === 0
        ? markup`<p class="none">Nothing was traded.</p>`
        : markup`<details${rows.length <= 60 ? markup` open` : undefined}><summary>${counted(trades.length, "fill")}</summary>${plainTable(
            "Trades",
            ["Time (ET)", "Symbol", "Side", "Shares", "Price", "Reason", "Fees", "Result"],
            rows,
          )}${cut}</details>`,
  };
}

const CLOCK = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "short",
});

const newYorkTime = (ms: number): string => CLOCK.format(ms);

/** Which gates kept due trades from happening. */
export function blockedSection({ blocked }: RunRecord["summary"]): ReportSection | undefined {
  if (blocked === undefined || blocked.byGate.length === 0) return undefined;
  const leftOut = leftOutSentence(blocked);
  return {
    id: "blocked",
    title: "Blocked by gate",
    note: "Trades that were due and did not happen: how often a gate began to block a symbol, and at how many prices. decisions.jsonl beside this file says when and why.",
    body: markup`${plainTable("Blocked by gate", BLOCKED_HEADING, blockedRows(blocked))}${
      leftOut === undefined ? undefined : markup`<p class="note">${leftOut}</p>`
    }`,
  };
}
