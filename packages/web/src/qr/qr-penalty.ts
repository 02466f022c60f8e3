import type { QrMatrix } from "./qr-matrix.ts";

const RUN_MIN = 5;
/** What looks like a finder pattern with light beside it. */
const FINDER_LIKE = ["10111010000", "00001011101"];

/** How hard a code is to read, by the four rules of ISO/IEC 18004: runs, squares, false finders, shade. */
export function penaltyOf(matrix: QrMatrix): number {
  const rows = matrix.map(textOf);
  const columns = matrix.map((_, column) => textOf(matrix.map((row) => row[column]!)));
  const lines = [...rows, ...columns];
  return (
    lines.reduce((sum, line) => sum + runsOf(line) + 40 * findersIn(line), 0) +
    3 * squaresIn(rows) +
    shadeOf(rows)
  );
}

const textOf = (line: readonly boolean[]): string =>
  line.map((isDark) => (isDark ? "1" : "0")).join("");

const runsOf = (line: string): number =>
  (line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, { length }) => sum + 3 + length - RUN_MIN, 0);

const findersIn = (line: string): number =>
  [...line].filter((_, at) => FINDER_LIKE.some((like) => line.startsWith(like, at))).length;

function squaresIn(rows: readonly string[]): number {
  let count = 0;
  for (let row = 1; row < rows.length; row += 1)
    for (let column = 1; column < rows.length; column += 1) {
      const corner = rows[row]![column];
      const isSquare =
        corner === rows[row]![column - 1] &&
        corner === rows[row - 1]![column] &&
        corner === rows[row - 1]![column - 1];
      if (isSquare) count += 1;
    }
  return count;
}

function shadeOf(rows: readonly string[]): number {
  const all = rows.join("");
  const dark = all.replaceAll("0", "").length / all.length;
  return 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
