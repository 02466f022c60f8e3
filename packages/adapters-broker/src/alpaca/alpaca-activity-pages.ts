import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { type Instant, instant } from "@sevenfold/domain/market";
import { z } from "zod";
import { type Call, readAs } from "./alpaca-reading.ts";

const ROWS_PER_PAGE = 100;
const PAGES_MAX = 200;

export interface ActivityList<Row> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Exclusive. */
  readonly after: Instant;
  readonly shape: z.ZodType<Row>;
  /** An instant after which every row of this one's moment is told. */
  readonly before: (row: Row) => Instant | undefined;
  /** "executions" */
  readonly what: string;
}

/**
 * Every row of a list, all pages, oldest first. A page that begins after a row, by Alpaca's own token, may
 * leave out rows of that row's moment (https://github.com/alpacahq/Alpaca-API/issues/176): a page begins
 * before that moment instead, and after a row only where one moment fills a whole page.
 */
export async function activityPages<Row extends { readonly id: string }>(
  call: Call,
  { after: first, before, path, query, shape, what }: ActivityList<Row>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  const told = new Set<string>();
  let after = first;
  let follows: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call({
      method: "GET",
      path,
      query: {
        ...query,
        after: new Date(after).toISOString(),
        direction: "asc",
        page_size: ROWS_PER_PAGE,
        page_token: follows,
      },
    });
    const rows = readAs(z.array(shape), answer);
    const news = rows.filter(({ id }) => !told.has(id));
    found.push(...news);
    for (const { id } of news) told.add(id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return found;
    const next = before(last);
    if (next !== undefined && after < next) {
      after = instant(next);
      follows = undefined;
      continue;
    }
    if (news.length === 0) break;
    follows = last.id;
  }
  throw new BrokerUnavailable("unreadable", `The broker's list of ${what} does not end.`);
}
