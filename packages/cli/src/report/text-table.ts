export type Alignment = "left" | "right";

/** Rows of text under a heading, columns as wide as their widest cell; numbers stand right. */
export function textTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[],
): string {
  const widths = heading.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map(({ length }) => length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        alignments[column] === "right"
          ? cell.padStart(widths[column] as number)
          : cell.padEnd(widths[column] as number),
      )
      .join("  ")
      .trimEnd();
  const rule = widths
    .map((width) => "─".repeat(width))
    .join("  ")
    .trimEnd();
  return [line(heading), rule, ...rows.map(line)].join("\n");
}
