import type { VenueAccount, VenueActivity } from "@sevenfold/application/exchange/venue-account";
import type { VenueExecution } from "@sevenfold/application/exchange/venue-order";
import { executionsOf } from "@sevenfold/application/exchange/venue-reads";
import { activityTypeOf, wireActivities } from "./exchange-activity-mapping.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { rowIdOf, wireFill } from "./exchange-mapping.ts";
import { countFrom, listFrom, microsFrom, wordFrom } from "./exchange-query.ts";

const ACTIVITIES_PER_PAGE = { fallback: 100, max: 100 };
const DAY_MICROS = 86_400_000_000;

/** What an account did, and what was done to it. */
export const activityRoutes: readonly ExchangeRoute[] = [
  {
    method: "GET",
    pattern: /^\/v2\/account\/activities(?:\/([A-Z_]+))?$/,
    answer: listActivities,
  },
];

interface Page {
  readonly limit: number;
  readonly isOldestFirst: boolean;
  readonly afterMicros?: number;
  readonly untilMicros?: number;
  /** The last row of the page before. */
  readonly follows?: string;
}

function listActivities({ account, captures: [type], query }: ExchangeRequest): ExchangeAnswer {
  const types = type ? [type] : listFrom(query, "activity_types");
  const category = query.get("category");
  const wants = (kind: string) => types === undefined || types.includes(kind);
  const wantsFills = wants("FILL") && category !== "non_trade_activity";
  const others =
    category === "trade_activity"
      ? []
      : account.activities.filter((each) => wants(activityTypeOf(each)));
  const page = pageFrom(query);
  if (others.length === 0 && wantsFills)
    return json(wantsFills ? executionsOf(account, page).map(wireFill) : []);
  return json(mixedRows(wantsFills ? account.executions : [], others, page));
}

function pageFrom(query: URLSearchParams): Page {
  const day = microsFrom(query, "date");
  const afterMicros = day === undefined ? microsFrom(query, "after") : day - 1;
  const untilMicros = day === undefined ? microsFrom(query, "until") : day + DAY_MICROS;
  const token = query.get("page_token");
  return {
    limit: countFrom(query, "page_size", ACTIVITIES_PER_PAGE),
    isOldestFirst: wordFrom(query, "direction", ["desc", "asc"]) === "asc",
    ...(afterMicros !== undefined && { afterMicros }),
    ...(untilMicros !== undefined && { untilMicros }),
    ...(token && { follows: rowIdOf(token) }),
  };
}

/** Fills and all else in one list, by time. */
function mixedRows(
  executions: VenueAccount["executions"],
  activities: readonly VenueActivity[],
  { limit, isOldestFirst, follows, afterMicros = -1, untilMicros = Number.MAX_VALUE }: Page,
): readonly Record<string, unknown>[] {
  const rows = [
    ...executions.map((each: VenueExecution) => ({
      id: each.id,
      micros: each.atMicros,
      row: () => wireFill(each),
    })),
    ...activities.flatMap((each) =>
      wireActivities(each).map(({ id, row }) => ({ id, micros: each.at * 1_000, row: () => row })),
    ),
  ].sort((left, right) => left.micros - right.micros);
  if (!isOldestFirst) rows.reverse();
  const from = follows === undefined ? 0 : 1 + rows.findIndex(({ id }) => id === follows);
  if (follows !== undefined && from === 0) return [];
  return rows
    .slice(from)
    .filter(({ micros }) => afterMicros < micros && micros < untilMicros)
    .slice(0, limit)
    .map(({ row }) => row());
}
