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

/** What a split made of the shares of a position that was held over it. */
export interface HeldSplit {
  readonly symbol: string;
  readonly at: Instant;
  readonly sharesAfter: number;
}

/**
 * What trades earned: from a list of closed trades, or from one of fills, whose sales count, or what
 * closes; of these also what is still open at the end. `splits` are in the order of time.
 */
export async function readTradeFile(path: string, zone: string, splits: readonly HeldSplit[] = []) {
  const { rows, sha256 } = await readCsvTable<Column>(path, COLUMNS, OPTIONAL);
  const readTime = timeReader(zone);
  const timeOf = (row: Row, column: Column): Instant | undefined => {
    const cell = row.cell(column);
    return cell ? readTime({ ...row, cell: () => cell }) : undefined;
  };
  const positions = openPositions(splits);
  const trades = rows.flatMap((row): readonly ClosedTrade[] => {
    const at = timeOf(row, "exited");
    if (at !== undefined) positions.splitUntil(at);
    if (!isClosing(row)) {
      positions.open(row, at);
      return [];
    }
    const opened = positions.close(row);
    const growth = row.cell("growth");
    const symbol = row.cell("symbol");
    const [mae, mfe] = [row.cell("mae"), row.cell("mfe")];
    const enteredAt = timeOf(row, "entered") ?? opened?.enteredAt;
    return [
      {
        pnl: numberIn(row, row.cell("pnl") ?? ""),
        ...(growth ? { growth: numberIn(row, growth) } : {}),
        ...(symbol ? { symbol } : {}),
        ...(mae ? { adverse: -Math.abs(numberIn(row, mae)) } : {}),
        ...(mfe ? { favorable: numberIn(row, mfe) } : {}),
        ...(enteredAt === undefined ? {} : { enteredAt }),
        ...(at === undefined ? {} : { exitedAt: at }),
      },
    ];
  });
  positions.splitUntil(Number.POSITIVE_INFINITY);
  return { path, sha256, trades, open: positions.left() };
}

const OPENING = /^(buy|b|entry|(buy|sell) to open|bto|sto|sell short)$/i;

function isClosing(row: Row): boolean {
  const effect = row.cell("effect") ?? "";
  return effect === "" ? !OPENING.test(row.cell("side") ?? "") : /^c/i.test(effect);
}

/** Less of a share than this is what floats leave of a position that was closed. */
const SHARES_LEAST = 1e-9;

/** The positions of fills, by symbol. What closes one without a count of shares closes all of it. */
function openPositions(splits: readonly HeldSplit[]) {
  let split = 0;
  const held = new Map<string, OpenTrade & { readonly shares: number }>();
  const symbolOf = (row: Row) => row.cell("symbol") ?? "";
  const sharesIn = (row: Row): number | undefined => {
    const count = numberOfCell(row.cell("shares") ?? "");
    return count && Math.abs(count);
  };
  return {
    /** A split comes before whatever trades at its opening. */
    splitUntil(at: number): void {
      for (; split < splits.length && splits[split]!.at <= at; split++) {
        const { symbol, sharesAfter } = splits[split]!;
        const before = held.get(symbol);
        if (before === undefined) continue;
        if (sharesAfter < SHARES_LEAST) held.delete(symbol);
        else held.set(symbol, { ...before, shares: sharesAfter });
      }
    },
    open(row: Row, at: Instant | undefined): void {
      const before = held.get(symbolOf(row));
      const shares = (before?.shares ?? 0) + (sharesIn(row) ?? 1);
      held.set(symbolOf(row), { ...(before ?? openSince(at)), shares });
    },
    /** The position that the fill closes, or a part of it; undefined where no fill opened one. */
    close(row: Row): OpenTrade | undefined {
      const before = held.get(symbolOf(row));
      if (before === undefined) return undefined;
      const left = before.shares - (sharesIn(row) ?? before.shares);
      if (left < SHARES_LEAST) held.delete(symbolOf(row));
      else held.set(symbolOf(row), { ...before, shares: left });
      return before;
    },
    left: (): readonly OpenTrade[] => [...held.values()],
  };
}

const openSince = (enteredAt: Instant | undefined): OpenTrade =>
  enteredAt === undefined ? {} : { enteredAt };

const numberIn = (row: Row, cell: string): number =>
  numberOfCell(cell) ?? row.refuse(`"${cell}" is not a number`);
