import { instant, type Ticker } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";
import {
  explainReason,
  explainReasonBriefly,
  REASON_CODES,
  type ReasonCode,
} from "@sevenfold/domain/reason";
import { ok, type Result } from "@sevenfold/domain/result";
import type { Decision } from "../ports/stores/decision-store.ts";
import type { BookedFill } from "../ports/stores/fill-store.ts";
import type { HistoryPage, SidedHistoryWish } from "../ports/stores/history.ts";
import type { Readers } from "../ports/stores/readers.ts";
import { type AccountNotFound, selectedAccount } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";

/** A booked fill with who wanted it and, of the worker's, why in a sentence. */
export interface Trade {
  readonly fill: BookedFill;
  readonly origin: OrderOrigin;
  readonly explanation: string | undefined;
}

/** Decisions looked through for those behind the fills: some orders never fill. */
const DECISIONS_PER_FILL = 3;

/** The verdicts that became orders. */
const TAKEN = ["entered", "left"] as const;

/** Newest first. */
export const readTrades =
  ({ storage }: Pick<TradingNeeds, "storage">) =>
  async (userId: string, limit: number): Promise<Result<readonly Trade[], AccountNotFound>> => {
    const selected = await selectedAccount(storage.read, userId);
    return selected.ok ? ok(await tradesOf(storage.read, selected.value.id, limit)) : selected;
  };

export async function tradesOf(
  tables: Readers,
  accountId: string,
  limit: number,
): Promise<readonly Trade[]> {
  const fills = await tables.fills.latest(accountId, limit);
  return explained(tables, fills, () =>
    tables.decisions.taken(accountId, DECISIONS_PER_FILL * fills.length),
  );
}

/** One page of an account's whole history of trades. */
export async function tradePageOf(
  tables: Readers,
  accountId: string,
  wish: SidedHistoryWish,
): Promise<HistoryPage<Trade>> {
  const { rows: fills, ...rest } = await tables.fills.page(accountId, wish);
  const [newest] = fills;
  const rows = await explained(tables, fills, async () => {
    const { rows: taken } = await tables.decisions.page(accountId, {
      limit: DECISIONS_PER_FILL * fills.length,
      verdicts: TAKEN,
      ...(wish.ticker === undefined ? {} : { ticker: wish.ticker }),
      ...(newest === undefined ? {} : { to: instant(newest.at + 1) }),
    });
    return taken;
  });
  return { ...rest, rows };
}

async function explained(
  tables: Readers,
  fills: readonly BookedFill[],
  readTaken: () => Promise<readonly Decision[]>,
): Promise<readonly Trade[]> {
  const [origins, taken] = await Promise.all([
    originsOf(tables, fills),
    fills.some(({ reason }) => reason !== undefined) ? readTaken() : [],
  ]);
  return fills.map((fill) => ({
    fill,
    origin: fill.reason === undefined ? (origins.get(fill.clientKey) ?? "external") : "automated",
    explanation: explanationOf(fill, taken),
  }));
}

/** Who wanted the fills that carry no reason. */
async function originsOf(
  tables: Readers,
  fills: readonly BookedFill[],
): Promise<ReadonlyMap<string, OrderOrigin>> {
  const unexplained = fills.filter(({ reason }) => reason === undefined);
  const [first] = unexplained;
  if (first === undefined) return new Map();
  const keys = new Set(unexplained.map(({ clientKey }) => clientKey));
  const orders = await tables.orders.byKeys(first.accountId, [...keys]);
  return new Map(orders.map(({ clientKey, origin }) => [clientKey, origin] as const));
}

/** The decision behind a fill is the latest of its symbol and reason before it. */
function explanationOf(fill: BookedFill, taken: readonly Decision[]): string | undefined {
  const { reason } = fill;
  if (!isReason(reason)) return undefined;
  const behind = taken.find(
    (decision) =>
      decision.ticker === (fill.ticker satisfies Ticker) &&
      decision.reason === reason &&
      decision.at <= fill.at,
  );
  const { price, reference, trigger } = behind ?? {};
  return price && reference && trigger
    ? explainReason({ reason, price, reference, trigger })
    : explainReasonBriefly(reason);
}

const isReason = (code: string | undefined): code is ReasonCode =>
  REASON_CODES.some((known) => known === code);
