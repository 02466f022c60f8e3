import type { ClosedTrade } from "@sevenfold/application/research/metrics/track-record";
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
  entered: ["entrytime", "heldsince", "entrydate", "enteredat"],
  exited: ["exittime", "exitdate", "exitedat", "time", "date"],
} as const;
type Column = keyof typeof COLUMNS;
const OPTIONAL = ["growth", "side", "effect", "symbol", "entered", "exited", "mae", "mfe"] as const;

/** What trades earned: from a list of closed trades, or from one of fills, whose sales count, or what closes. */
export async function readTradeFile(path: string, zone: string) {
  const { rows, sha256 } = await readCsvTable<Column>(path, COLUMNS, OPTIONAL);
  const readTime = timeReader(zone);
  const timeOf = (row: CsvRow<Column>, column: Column): Instant | undefined => {
    const cell = row.cell(column);
    return cell ? readTime({ ...row, cell: () => cell }) : undefined;
  };
  const trades = rows
    .filter((row) => isClosing(row.cell("effect") ?? "", row.cell("side") ?? ""))
    .map((row): ClosedTrade => {
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
  return { path, sha256, trades };
}

const isClosing = (effect: string, side: string): boolean =>
  effect === "" ? !/^(buy|b|entry)$/i.test(side) : /^c/i.test(effect);

const numberIn = (row: CsvRow<Column>, cell: string): number =>
  numberOfCell(cell) ?? row.refuse(`"${cell}" is not a number`);
