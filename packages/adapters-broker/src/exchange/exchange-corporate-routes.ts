import {
  actionsBetween,
  type CorporateAction,
} from "@sevenfold/application/exchange/market-script";
import { type Instant, instant } from "@sevenfold/domain/market";
import { decimalOf, dollarsOf } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { assetIdOf } from "./exchange-assets.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { type ExchangeRoute, json, RequestRefused } from "./exchange-http.ts";
import { countFrom, instantFrom, listFrom, wordFrom } from "./exchange-query.ts";
import { notFound } from "./exchange-refusals.ts";

/** Splits and dividends of the script: as announcements, and as the market data has them. */
export function corporateRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/v2\/corporate_actions\/announcements$/,
      answer: ({ query }) => json(announced(desk, query).map(announcementOf)),
    },
    {
      method: "GET",
      pattern: /^\/v2\/corporate_actions\/announcements\/([^/]+)$/,
      answer({ captures: [id = ""] }) {
        const found = allActions(desk).find((action) => idOf(action) === id);
        return found ? json(announcementOf(found)) : notFound(`announcement not found for ${id}`);
      },
    },
    {
      method: "GET",
      pattern: /^\/v1\/corporate-actions$/,
      answer: ({ query }) => page(desk, query),
    },
  ];
}

const DAY_MS = 86_400_000;
const SPAN_MAX_DAYS = 90;
const LATEST = instant(Number.MAX_SAFE_INTEGER);

const allActions = ({ market }: ExchangeDesk): readonly CorporateAction[] =>
  actionsBetween(market.script, instant(0), LATEST);

/** The same for the same action on every exchange with this script. */
const idOf = ({ kind, ticker, at }: CorporateAction): string =>
  assetIdOf(`${kind} of ${ticker} at ${at}`);

const CA_TYPES = ["dividend", "merger", "spinoff", "split"] as const;

/** What was announced for the days asked for, which are 90 at most. */
function announced(desk: ExchangeDesk, query: URLSearchParams): readonly CorporateAction[] {
  const types = listFrom(query, "ca_types");
  if (!types) throw invalid("ca_types is required");
  const unknown = types.find((type) => !CA_TYPES.some((each) => each === type.toLowerCase()));
  if (unknown !== undefined) throw invalid(`invalid ca_types: ${unknown}`);
  const since = instantFrom(query, "since");
  const until = instantFrom(query, "until");
  if (since === undefined || until === undefined) throw invalid("since and until are required");
  if (SPAN_MAX_DAYS * DAY_MS < until - since) throw invalid(`at most ${SPAN_MAX_DAYS} days`);
  const symbol = query.get("symbol");
  return between(desk, since, until).filter(
    ({ kind, ticker }) =>
      types.some((type) => type.toLowerCase() === kind) && (!symbol || symbol === ticker),
  );
}

const invalid = (message: string): RequestRefused =>
  new RequestRefused(422, { code: 40010001, message });

/** Both days included. */
const between = (
  desk: ExchangeDesk,
  since: Instant,
  until: Instant,
): readonly CorporateAction[] => {
  const [first, last] = [tradingDayOf(since), tradingDayOf(until)];
  return allActions(desk).filter(({ at }) => {
    const day = tradingDayOf(at);
    return first <= day && day <= last;
  });
};

function announcementOf(action: CorporateAction): Record<string, unknown> {
  const day = tradingDayOf(action.at);
  const id = idOf(action);
  return {
    id,
    corporate_action_id: id,
    corporate_actions_id: id,
    ca_type: action.kind,
    ca_sub_type: action.kind === "split" ? splitKind(action) : "cash",
    initiating_symbol: action.ticker,
    target_symbol: action.ticker,
    declaration_date: day,
    ex_date: day,
    record_date: day,
    payable_date: day,
    cash: action.kind === "dividend" ? decimalOf(action.perShare) : "0",
    old_rate: action.kind === "split" ? String(action.from) : "1",
    new_rate: action.kind === "split" ? String(action.to) : "1",
  };
}

const splitKind = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from < to ? "stock_split" : "reverse_split";

const ROWS = { fallback: 100, max: 1_000 };
const GROUPS = ["cash_dividends", "forward_splits", "reverse_splits"] as const;
type Group = (typeof GROUPS)[number];
const WORD_OF: Record<Group, string> = {
  cash_dividends: "cash_dividend",
  forward_splits: "forward_split",
  reverse_splits: "reverse_split",
};

function groupOf(action: CorporateAction): Group {
  if (action.kind === "dividend") return "cash_dividends";
  return action.from < action.to ? "forward_splits" : "reverse_splits";
}

/** Two weeks back from now unless asked otherwise, by pages; the token is how many came before. */
function page(desk: ExchangeDesk, query: URLSearchParams) {
  const now = desk.now();
  const since = instantFrom(query, "start") ?? instant(now - 14 * DAY_MS);
  const until = instantFrom(query, "end") ?? now;
  const symbols = listFrom(query, "symbols");
  const types = listFrom(query, "types");
  const ids = listFrom(query, "ids");
  const found = (ids ? allActions(desk) : between(desk, since, until)).filter(
    (action) =>
      (!ids || ids.includes(idOf(action))) &&
      (!symbols || symbols.includes(action.ticker)) &&
      (!types || types.includes(WORD_OF[groupOf(action)])),
  );
  const ordered = wordFrom(query, "sort", ["asc", "desc"]) === "asc" ? found : found.toReversed();
  const limit = countFrom(query, "limit", ROWS);
  const from = fromToken(query.get("page_token"));
  const rows = ordered.slice(from, from + limit);
  const next = from + limit < ordered.length ? String(from + limit) : null;
  return json({
    corporate_actions: Object.fromEntries(
      GROUPS.flatMap((group) => {
        const members = rows.filter((action) => groupOf(action) === group).map(rowOf);
        return 0 < members.length ? [[group, members]] : [];
      }),
    ),
    next_page_token: next,
  });
}

function fromToken(token: string | null): number {
  if (!token) return 0;
  if (!/^\d{1,9}$/.test(token)) throw new RequestRefused(400, { message: "invalid page_token" });
  return Number(token);
}

/** What the simulated companies have for a CUSIP: none. */
const CUSIP = "";

function rowOf(action: CorporateAction): Record<string, unknown> {
  const day = tradingDayOf(action.at);
  const dates = { process_date: day, ex_date: day, record_date: day, payable_date: day };
  const named = { id: idOf(action), symbol: action.ticker, ...dates };
  if (action.kind === "dividend")
    return {
      ...named,
      ...{ cusip: CUSIP, rate: dollarsOf(action.perShare), special: false, foreign: false },
    };
  const rates = { old_rate: action.from, new_rate: action.to };
  return action.from < action.to
    ? { ...named, ...rates, cusip: CUSIP }
    : { ...named, ...rates, old_cusip: CUSIP, new_cusip: CUSIP };
}
