import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { HistoryPage, HistoryPlace } from "@sevenfold/application/ports/stores/history";

import { acceptedEncodings } from "../accepted-encodings.ts";
import type { HttpContext } from "../http-needs.ts";
import { type Cell, csvLine } from "./csv.ts";

/** A file that is read page by page, as fast as it is taken. */
export interface CsvFile {
  readonly headings: readonly Cell[];
  /** Its rows from the place on where the page before ended, `FILE_PAGE` at most. */
  readPage(from: { readonly before?: HistoryPlace }): Promise<HistoryPage<readonly Cell[]>>;
}

/** Rows in memory at a time. */
export const FILE_PAGE = 150;
const GZIP_LEVEL = 4;

/**
 * Sends the file while it is being read, however long it is: the next page is read when the last one
 * is on its way, and none once nobody takes it. Where reading fails midway the connection is cut: a
 * file that ended there in peace would be taken for a whole one.
 */
export async function sendCsv(ctx: HttpContext, name: string, file: CsvFile): Promise<void> {
  // Read before the answer begins, so that it can still say what is wrong.
  const first = await file.readPage({});
  ctx.vary("Accept-Encoding");
  ctx.set({
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
  const isPacked = acceptedEncodings(ctx.get("Accept-Encoding")).includes("gzip");
  if (isPacked) ctx.set("Content-Encoding", "gzip");
  if (ctx.method === "HEAD") {
    ctx.status = 200;
    return;
  }
  // One page ahead at most.
  const text = Readable.from(textOf(file, first), { highWaterMark: 1 });
  const cut = (error?: Error | null) => {
    if (error) ctx.res.destroy();
  };
  text.on("error", cut);
  ctx.body = isPacked ? pipeline(text, createGzip({ level: GZIP_LEVEL }), cut) : text;
}

async function* textOf(file: CsvFile, first: HistoryPage<readonly Cell[]>) {
  yield csvLine(file.headings);
  let page = first;
  for (;;) {
    if (0 < page.rows.length) yield page.rows.map(csvLine).join("");
    if (page.older === undefined) return;
    page = await file.readPage({ before: page.older });
  }
}
