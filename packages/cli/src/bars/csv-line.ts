const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter a header line uses: the one that cuts it into most cells. */
export function delimiterOf(header: string): Delimiter {
  let best: Delimiter = ",";
  for (const delimiter of DELIMITERS)
    if (header.split(best).length < header.split(delimiter).length) best = delimiter;
  return best;
}

/** What the first line of a file for Excel, "sep=;", says of those below it; undefined of any other line. */
export function delimiterSaid(line: string): Delimiter | undefined {
  const said = /^"?sep=(.)"?,*$/i.exec(line)?.[1];
  return DELIMITERS.find((delimiter) => delimiter === said);
}

/**
 * The cells of one line (RFC 4180, without line breaks inside cells, which bars never need).
 * `undefined` when a quote is left open.
 */
export function cellsOf(line: string, delimiter: Delimiter): string[] | undefined {
  return line.includes('"') ? quotedCellsOf(line, delimiter) : line.split(delimiter);
}

/** What is wrong with a row that goes on after its header's last cell. */
export const tooManyCells = (found: number, most: number): string =>
  `the row has ${found} cells and the header ${most}; put numbers with commas in quotes`;

function quotedCellsOf(line: string, delimiter: Delimiter): string[] | undefined {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (isQuoted && char === '"' && line[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (char === '"') {
      isQuoted = !isQuoted;
    } else if (char === delimiter && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else {
      cell += char;
    }
  }
  if (isQuoted) return undefined;
  cells.push(cell);
  return cells;
}
