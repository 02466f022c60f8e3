import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";

/** What is asked for many names at once, so many of them in a statement. None asks for nothing. */
export async function inParts<Row>(
  names: readonly string[],
  ask: (part: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < names.length; start += ROWS_MAX)
    rows.push(...(await ask(names.slice(start, start + ROWS_MAX))));
  return rows;
}
