type Cell = string | number | null;

/** Rows as RFC 4180 has them, with a heading. What a spreadsheet would run as a formula stays text. */
export const csvOf = (headings: readonly string[], rows: Iterable<readonly Cell[]>): string => {
  const lines = [headings.map(cellText).join(",")];
  for (const row of rows) lines.push(row.map(cellText).join(","));
  return `${lines.join("\r\n")}\r\n`;
};

const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
