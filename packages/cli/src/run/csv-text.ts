export type CsvCell = string | number | undefined;

/** A table as RFC 4180 has it, but for line ends as everywhere else here; undefined is an empty cell. */
export const csvText = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows].map((cells) => `${cells.map(cellText).join(",")}\n`).join("");

function cellText(cell: CsvCell): string {
  if (cell === undefined) return "";
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
