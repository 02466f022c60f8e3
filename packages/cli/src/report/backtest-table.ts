import { isExit } from "@sevenfold/application/research/backtest/backtest-report";
import { counted, dollars, percent, shareText, signedDollars } from "./amounts.ts";
import type { BacktestDocument } from "./backtest-document.ts";
import { benchmarkTable } from "./benchmark-table.ts";
import { BLOCKED_HEADING, blockedRows, leftOutSentence } from "./blocked-view.ts";
import { equityPlot } from "./equity-plot.ts";
import { metricsTable } from "./metrics-table.ts";
import { costNamesOf, settingsSentence } from "./settings-view.ts";
import type { Paint } from "./terminal-color.ts";
import { type Alignment, textTable } from "./text-table.ts";

const LEFT_THEN_RIGHT: readonly Alignment[] = ["left", ...Array<Alignment>(9).fill("right")];

/** The result of a run as a person reads it, on a terminal of so many columns. */
export function backtestTable(document: BacktestDocument, paint: Paint, width?: number): string {
  const { symbols, bars, start, end, openPositions } = document;
  const curve = [{ time: start, equity: document.initialCash }, ...document.equityCurve];
  const plot = equityPlot(curve, width);
  const sections = [
    paint
      .bold(
        `${symbols.join(", ")}: ${counted(bars, "bar")} from ${start.slice(0, 10)} to ${end.slice(0, 10)}, ${costsOf(document)}`,
      )
      .concat(`\n${settingsSentence(document.settings)}`),
    ...(plot === undefined ? [] : [plot]),
    symbolTable(document),
    ...(document.trades.some(isExit) ? [exitTable(document)] : []),
    ...(openPositions.length === 0 ? [] : [openTable(document)]),
    ...blockedTables(document),
    benchmarkTable(document),
    metricsTable(document),
    ...borrowNotes(document),
    ...orderNotes(document),
    paint.bold(verdictOf(document, paint)),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** A result free of costs is no result one could have had: the first line says so. */
const costsOf = ({ settings }: BacktestDocument): string => {
  const names = costNamesOf(settings);
  return names.length === 0 ? "free of costs" : `after ${names.join(" and ")}`;
};

function symbolTable({ symbols, trades, openPositions }: BacktestDocument): string {
  const rows = symbols.map((symbol) => {
    const own = trades.filter((trade) => trade.symbol === symbol);
    const exits = own.filter(isExit);
    const open = openPositions.find((position) => position.symbol === symbol);
    return [
      symbol,
      String(own.length - exits.length),
      String(exits.length),
      winShareOf(exits),
      signedDollars(sumOf(exits.map(({ realizedPL }) => realizedPL))),
      shareText(open?.shares ?? 0),
      signedDollars(open?.unrealizedPL ?? 0),
    ];
  });
  return textTable(
    ["Symbol", "Entries", "Exits", "Won", "Realized", "Shares left", "Unrealized"],
    rows,
    LEFT_THEN_RIGHT,
  );
}

const EXIT_LABELS: Record<string, string> = {
  "trail-rise": "Rise from the low",
  "take-profit": "Take profit",
  "stop-loss": "Stop-loss",
  "target-lowered": "Lower target",
  "target-raised": "Higher target",
  "margin-call": "Margin call",
};

function exitTable({ trades }: BacktestDocument): string {
  const exits = trades.filter(isExit);
  const rows = Object.entries(EXIT_LABELS).flatMap(([reason, label]) => {
    const own = exits.filter((trade) => trade.reason === reason);
    if (own.length === 0) return [];
    const realized = signedDollars(sumOf(own.map(({ realizedPL }) => realizedPL)));
    return [[label, String(own.length), winShareOf(own), realized]];
  });
  return textTable(["Exit", "Exits", "Won", "Realized"], rows, LEFT_THEN_RIGHT);
}

function openTable({ openPositions }: BacktestDocument): string {
  const rows = openPositions.map((position) => [
    position.symbol,
    shareText(position.shares),
    dollars(position.entryPrice),
    dollars(position.lastPrice),
    dollars(position.marketValue),
    signedDollars(position.unrealizedPL),
  ]);
  return textTable(
    ["Still held", "Shares", "Entry", "Last", "Value", "Unrealized"],
    rows,
    LEFT_THEN_RIGHT,
  );
}

function blockedTables({ blocked }: BacktestDocument): string[] {
  if (blocked.byGate.length === 0) return [];
  const table = textTable(BLOCKED_HEADING, blockedRows(blocked), LEFT_THEN_RIGHT);
  const leftOut = leftOutSentence(blocked);
  return [leftOut === undefined ? table : `${table}\n${leftOut}`];
}

function borrowNotes({ borrow }: BacktestDocument): string[] {
  if (borrow === undefined) return [];
  const forced = borrow.forcedCovers;
  return [
    `Borrowed shares cost ${dollars(borrow.cost)}.`,
    ...(forced === 0 ? [] : [`${counted(forced, "buy")} forced by margin calls.`]),
  ];
}

function orderNotes({ canceled, unfilled }: BacktestDocument): string[] {
  return [
    ...cancelNotes(canceled),
    ...(unfilled.length === 0
      ? []
      : [`${counted(unfilled.length, "order")} unfilled: no bar followed the decision.`]),
  ];
}

/** One sentence for each cause, in the words of the document where there is no shorter one. */
function cancelNotes(canceled: BacktestDocument["canceled"]): string[] {
  const dear = canceled.filter((order) => "open" in order);
  const causes = new Map<string, number>();
  for (const order of canceled)
    if (!("open" in order))
      causes.set(order.canceledBecause, (causes.get(order.canceledBecause) ?? 0) + 1);
  return [
    ...(dear.length === 0
      ? []
      : [`${counted(dear.length, "buy", "buys")} canceled: the opening cost more than the cash.`]),
    ...[...causes].map(([cause, count]) => `${counted(count, "order")} canceled: ${cause}.`),
  ];
}

function verdictOf(document: BacktestDocument, paint: Paint): string {
  const { initialCash, finalEquity, metrics, buyAndHoldReturn } = document;
  const earned = metrics.totalReturn ?? 0;
  const { kind, name, totalReturn } = document.benchmark;
  const market = kind === "hold" || totalReturn === null ? "" : `, ${name} ${percent(totalReturn)}`;
  return [
    `${dollars(initialCash)} became ${dollars(finalEquity)} (${paint.bySign(percent(earned), earned)});`,
    `all of it held from first to last would have made ${percent(buyAndHoldReturn)}${market}.`,
  ].join(" ");
}

const winShareOf = (exits: readonly { readonly realizedPL: number }[]): string =>
  exits.length === 0
    ? "–"
    : `${((exits.filter(({ realizedPL }) => 0 < realizedPL).length / exits.length) * 100).toFixed(0)}%`;

// Sums of dollars are shown to the cent; ten-thousandths keep them exact.
const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 10_000), 0) / 10_000;
