/** A table as it was laid out: its cells without the padding. */
interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isRight: readonly boolean[];
}

const RULE = /^─+(?: {2}─+)+$/;
const GAP = 2;
/** Narrower words beside a table are harder to read than lines that the terminal breaks. */
const LAST_LEAST = 20;

/**
 * Lays the tables of a text out anew where they are wider than a terminal: headings and a last column
 * of words are broken, and what is too wide all the same stands in parts, with the rows numbered. All
 * else stays as it is.
 */
export function fittedTables(text: string, width: number): string {
  const lines = text.split("\n");
  const fitted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const rule = lines[at + 1];
    if (rule === undefined || rule.length <= width || !RULE.test(rule)) {
      fitted.push(lines[at]!);
      continue;
    }
    const blank = lines.indexOf("", at + 2);
    const end = blank < 0 ? lines.length : blank;
    fitted.push(...laidOut(tableOf(lines.slice(at, end), rule), width));
    at = end - 1;
  }
  return fitted.join("\n");
}

function tableOf([heading = "", , ...rows]: readonly string[], rule: string): Table {
  const spans = [...rule.matchAll(/─+/g)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
  const padded = [heading, ...rows].map((line) =>
    spans.map(([from, to]) => line.slice(from, to).padEnd(to! - from!)),
  );
  const isRight = spans.map((_, column) => padded.some((cells) => /^ +\S/.test(cells[column]!)));
  const [titles = [], ...cells] = padded.map((each) => each.map((cell) => cell.trim()));
  return { heading: titles, rows: cells, isRight };
}

function laidOut(table: Table, width: number): readonly string[] {
  const widths = table.heading.map((title, column) =>
    Math.max(
      ...title.split(" ").map(({ length }) => length),
      ...table.rows.map((row) => row[column]!.length),
    ),
  );
  const last = widths.length - 1;
  const others = totalOf(widths.slice(0, last)) + GAP;
  const canBreakLast = !table.isRight[last] && others + LAST_LEAST <= width;
  if (canBreakLast) widths[last] = Math.min(widths[last]!, width - others);
  return totalOf(widths) <= width ? linesOf(table, widths) : inParts(table, widths, width);
}

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each + GAP, -GAP);

/** As many columns a part as there is room for; the rows are numbered, so that they can be followed. */
function inParts(table: Table, wanted: readonly number[], width: number): readonly string[] {
  const number = String(table.rows.length).length;
  // What has a part to itself and is too wide all the same is broken between its words.
  const most = Math.max(LAST_LEAST, width - number - GAP);
  const widths = wanted.map((each) => Math.min(each, most));
  const parts: number[][] = [];
  let room = 0;
  for (const [column, each] of widths.entries()) {
    room -= each + GAP;
    if (room < 0) {
      parts.push([]);
      room = width - number - GAP - each;
    }
    parts.at(-1)!.push(column);
  }
  return parts.flatMap((columns, place) => {
    const part = {
      heading: ["#", ...columns.map((column) => table.heading[column]!)],
      rows: table.rows.map((row, at) => [String(at + 1), ...columns.map((column) => row[column]!)]),
      isRight: [true, ...columns.map((column) => table.isRight[column]!)],
    };
    const lines = linesOf(part, [number, ...columns.map((column) => widths[column]!)]);
    return place === 0 ? lines : ["", ...lines];
  });
}

function linesOf({ heading, rows, isRight }: Table, widths: readonly number[]): readonly string[] {
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        isRight[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join(" ".repeat(GAP))
      .trimEnd();
  const broken = (cells: readonly string[]): readonly string[] => {
    const pieces = cells.map((cell, column) => brokenAt(cell, widths[column]!));
    const height = Math.max(...pieces.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) => line(pieces.map((each) => each[at] ?? "")));
  };
  const rule = widths.map((each) => "─".repeat(each)).join(" ".repeat(GAP));
  return [...broken(heading), rule, ...rows.flatMap(broken)];
}

/** Words in lines of at most `width`; a longer word has a line of its own. */
function brokenAt(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const before = lines.at(-1);
    if (before !== undefined && before.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${before} ${word}`;
    else lines.push(word);
  }
  return lines;
}
