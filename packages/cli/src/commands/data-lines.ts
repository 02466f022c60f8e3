import type { KeptBars } from "../history/bar-store.ts";
import { counted } from "../report/amounts.ts";

/** "ORCL 1d: 4,788 rows, 1995-01-03 to 2014-01-02, split; 12 new, in data/bars" */
export function keptLine({ manifest, added }: KeptBars, folder: string): string {
  const { symbol, interval, rows, first, last, basis } = manifest;
  const news = added === 0 ? "nothing new" : `${added.toLocaleString("en-US")} new`;
  return `${symbol} ${interval}: ${counted(rows, "row")}, ${first} to ${last}, ${basis}; ${news}, in ${folder}\n`;
}
