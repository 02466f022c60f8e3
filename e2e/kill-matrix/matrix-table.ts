/** What a run of the matrix came to, a line for each point. */
export interface MatrixRow {
  readonly point: string;
  readonly database: string;
  readonly protocol: string;
  readonly run: number;
  /** What the process said as it died. */
  readonly met: string;
  readonly wrong: readonly string[];
}

export const tableOf = (rows: readonly MatrixRow[]): string =>
  rows
    .map(({ database, met, point, protocol, run, wrong }) =>
      [
        point.padEnd(4),
        database.padEnd(9),
        protocol.padEnd(7),
        String(run).padStart(4),
        (wrong[0] ?? "ok").padEnd(4),
        met,
      ].join(" "),
    )
    .join("\n");

/** The last that was said about a point, by whatever program died there. */
export const metIn = (printed: string, point: string): string =>
  printed
    .split("\n")
    .findLast((line) => line.startsWith(`killed at ${point}: `))
    ?.slice(`killed at ${point}: `.length) ?? "";
