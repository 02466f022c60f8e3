import type { ClosedTrade, OpenTrade } from "@sevenfold/application/research/metrics/track-record";
import type { Instant } from "@sevenfold/domain/market";
import { type CsvRow, numberOfCell, readCsvTable } from "../bars/csv-table.ts";
import { timeReader } from "./equity-file.ts";

const COLUMNS = {
  mae: ["mae", "maxadverse", "maxadverseexcursion"],
  mfe: ["mfe", "maxfavorable", "maxfavorableexcursion"],
  pnl: ["pnl", "realizedpl", "pl", "profit", "netprofit", "profitloss", "realized"],
  growth: ["returnpct", "return", "growth"],
  side: ["side"],
  effect: ["effect", "positioneffect", "openclose"],
  symbol: ["symbol", "ticker"],
  shares: ["shares", "quantity", "qty"],
  entered: ["entrytime", "heldsince", "entrydate", "enteredat"],
  exited: ["exittime", "exitdate", "exitedat", "time", "date"],
} as const;
type Column = keyof typeof COLUMNS;
type Row = CsvRow<Column>;
const OPTIONAL = [
  ...(["growth", "side", "effect", "symbol", "shares"] as const),
  ...(["entered", "exited", "mae", "mfe"] as const),
];

/**
 * What trades earned: from a list of closed trades, or from one of fills, whose sales count, or what
 * closes; of these also what is still open at the end.
 */
export async function readTradeFile(path: string, zone: string) {
  const { rows, sha256 } = await readCsvTable<Column>(path, COLUMNS, OPTIONAL);
  const readTime = timeReader(zone);
  const timeOf = (row: Row, column: Column): Instant | undefined => {
    const cell = row.cell(column);
    return cell ? readTime({ ...row, cell: () => cell }) : undefined;
  };
  const trades = rows.filter(isClosing).map((row): ClosedTrade => {
    const growth = row.cell("growth");
    const symbol = row.cell("symbol");
    const [mae, mfe] = [row.cell("mae"), row.cell("mfe")];
    const [enteredAt, exitedAt] = [timeOf(row, "entered"), timeOf(row, "exited")];
    return {
      pnl: numberIn(row, row.cell("pnl") ?? ""),
      ...(growth ? { growth: numberIn(row, growth) } : {}),
      ...(symbol ? { symbol } : {}),
      ...(mae ? { adverse: -Math.abs(numberIn(row, mae)) } : {}),
      ...(mfe ? { favorable: numberIn(row, mfe) } : {}),
      ...(enteredAt === undefined ? {} : { enteredAt }),
      ...(exitedAt === undefined ? {} : { exitedAt }),
    };
  });
  return { path, sha256, trades, open: openAfter(rows, (row) => timeOf(row, "exited")) };
}

function isClosing(row: Row): boolean {
  const effect = row.cell("effect") ?? "";
  return effect === "" ? !/^(buy|b|entry)$/i.test(row.cell("side") ?? "") : /^c/i.test(effect);
}

/** Less of a share than this is what floats leave of a position that was closed. */
const SHARES_LEAST = 1e-9;

/** The positions that fills opened and did not close; without a count of shares each closes all. */
function openAfter(
  rows: readonly Row[],
  filledAt: (row: Row) => Instant | undefined,
): readonly OpenTrade[] {
  const held = new Map<string, OpenTrade & { readonly shares: number }>();
  for (const row of rows) {
    const symbol = row.cell("symbol") ?? "";
    const count = numberOfCell(row.cell("shares") ?? "");
    const before = held.get(symbol);
    if (!isClosing(row)) {
      const opened = before ?? openSince(filledAt(row));
      held.set(symbol, { ...opened, shares: (before?.shares ?? 0) + Math.abs(count ?? 1) });
      continue;
    }
    const left = before === undefined || count === undefined ? 0 : before.shares - Math.abs(count);
    if (before === undefined || left < SHARES_LEAST) held.delete(symbol);
    else held.set(symbol, { ...before, shares: left });
  }
  return [...held.values()];
}

const openSince = (enteredAt: Instant | undefined): OpenTrade =>
  enteredAt === undefined ? {} : { enteredAt };

const numberIn = (row: Row, cell: string): number =>
  numberOfCell(cell) ?? row.refuse(`"${cell}" is not a number`);
