import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { money, mulDivHalfEven, type Quantity } from "@sevenfold/domain/money";
import {
  type Activity,
  type IncomeActivity,
  ONE_SHARE,
  type SharesActivity,
} from "../../ports/activity.ts";
import type { Execution } from "../../ports/broker.ts";
import type { ForeignThings } from "../../ports/foreign.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { NotFoundWatch } from "../account/not-found-watch.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { tradedSince } from "../fills/traded-since.ts";

/** What traded parts of shares of a symbol, which may have made whole ones with what was held of it. */
export interface PartsActivity extends IncomeActivity {
  readonly ticker: Ticker;
  readonly parts: number;
}

export const isOfParts = (activity: Activity): activity is PartsActivity =>
  "parts" in activity && activity.parts !== undefined && activity.ticker !== undefined;

interface SharesHeld {
  readonly ticker: Ticker;
  readonly quantity: Quantity;
}

type Traded = Pick<Execution, "quantity" | "side" | "ticker">;

/** What the broker has told, and cannot be booked yet. */
interface Unbooked {
  readonly early: readonly Execution[];
  readonly waiting: readonly Activity[];
}

/** What the broker has of whole shares when these trades are in it. */
export interface SharesShown {
  readonly positions: readonly SharesHeld[];
  /** When it had them; the books may have traded since. Absent: now. */
  readonly at?: Instant;
  /** What it shows of parts of shares beside them. Absent: nobody knows. */
  readonly foreign?: Pick<ForeignThings, "holdings">;
  /** Of trades whose shares are not shown: what shows when these are waited for no more. Absent: they wait. */
  readonly watch?: NotFoundWatch;
}

/** What an order at work has traded is known of by then. */
const ORDER_KNOWN_WITHIN_MS = 20_000;
/** So long what else moved the shares of a symbol, as a trade that was taken back, may be told after them. */
const SHOWN_WITHIN_MS = 15 * MINUTE_MS;

type Needs = Pick<TradingNeeds, "clock" | "storage">;

/**
 * What is to be booked of trades of parts of shares that are news, in words of the books, which count whole
 * shares. How many of them came or left is what the broker shows less what the books have, with what was
 * executed and waits to be booked (`early`), and without what was taken back and waits likewise (`waiting`).
 * A trade waits while its shares are not shown yet, and while an order at work could explain them as well;
 * where they are never shown, its cash is booked alone.
 */
export async function readyParts(
  { clock, storage }: Needs,
  told: SharesShown & Unbooked & { readonly accountId: string },
  news: readonly PartsActivity[],
): Promise<readonly Activity[]> {
  if (news.length === 0) return [];
  const { accountId, at, early, foreign, positions, watch } = told;
  const ours = await storage.read.positions.of(accountId);
  const executed = new Set<string | undefined>(early.map(({ brokerOrderId }) => brokerOrderId));
  const open = watch ? await storage.read.orders.open(accountId) : [];
  const working = open.filter(({ brokerOrderId }) => !executed.has(brokerOrderId));
  const unbooked = [...early, ...(await takenBack(storage.read, told))];
  const [sold, bought] = [unbooked.filter(isSale), unbooked.filter((one) => !isSale(one))];
  const ready: Activity[] = [];
  for (const ticker of new Set(news.map((one) => one.ticker))) {
    const trades = news.filter((one) => one.ticker === ticker);
    const later = at && (await tradedSince(storage.read, { accountId, at, ticker }));
    const shown = sharesOf([...positions, ...sold], ticker);
    const held = sharesOf(ours, ticker) - netOf(later);
    const came = shown - sharesOf(bought, ticker) - held;
    const atFirst = partsAtFirst(came, trades, foreign && partsLeft(foreign, ticker));
    const isShown = atFirst !== undefined;
    const isClear = isShown && working.every((order) => order.ticker !== ticker);
    const spreadMs = isShown ? ORDER_KNOWN_WITHIN_MS : SHOWN_WITHIN_MS;
    const prove = (one: PartsActivity) => watch?.prove(one.id, one.at, clock, spreadMs) === true;
    const isGivenUp = !isClear && trades.map(prove).every(Boolean);
    if (isShown && (isClear || isGivenUp))
      ready.push(...inOrder(withShares(trades, atFirst), held));
    else if (isGivenUp) ready.push(...trades);
  }
  return ready;
}

/** As trades of the other side: the shares of those that were taken back are not shown any more. */
async function takenBack(
  { fills }: Pick<Readers, "fills">,
  { accountId, early, waiting }: Unbooked & { readonly accountId: string },
): Promise<readonly Traded[]> {
  const undone: Traded[] = [];
  for (const activity of waiting) {
    if (activity.kind !== "bust") continue;
    const { executionId } = activity;
    const trade =
      early.find((one) => one.executionId === executionId) ??
      (await fills.find(accountId, executionId));
    if (trade) undone.push({ ...trade, side: isSale(trade) ? "buy" : "sell" });
  }
  return undone;
}

/** Shares that fills brought, less those that they took. */
const netOf = (fills: readonly BookedFill[] = []): number =>
  fills.reduce((sum, { quantity, side }) => sum + (side === "buy" ? quantity : -quantity), 0);

const isSale = ({ side }: Traded): boolean => side === "sell";

const sharesOf = (rows: readonly SharesHeld[], ticker: Ticker): number =>
  rows.reduce((sum, one) => (one.ticker === ticker ? sum + one.quantity : sum), 0);

/** What an activity says that was held before it; undefined where it says nothing of that. */
export function sharesBefore(activity: Activity): SharesHeld | undefined {
  const { kind } = activity;
  if (kind === "split" || kind === "name-change")
    return { ticker: activity.ticker, quantity: activity.before };
  return kind === "cash-merger" ? activity : undefined;
}

export const partsBefore = (
  parts: readonly PartsActivity[],
  { ticker }: SharesHeld,
  { at }: Activity,
): readonly PartsActivity[] => parts.filter((one) => one.ticker === ticker && one.at <= at);

/**
 * Parts that there were before these trades, in billionths of a share: less than one share of them. By what
 * is left of parts, or, where nobody knows that, such as agree. Undefined where none agree with the count of
 * whole shares that came.
 */
function partsAtFirst(
  came: number,
  trades: readonly PartsActivity[],
  left: number | undefined,
): number | undefined {
  const traded = trades.reduce((sum, one) => sum + one.parts, 0);
  if (left === undefined) {
    const most = ONE_SHARE - 1;
    return [0, most].find((before) => wholeOf(before + traded) === came);
  }
  const before = left - traded + came * ONE_SHARE;
  return wholeOf(before) === 0 ? before : undefined;
}

const wholeOf = (billionths: number): number => Math.floor(billionths / ONE_SHARE);

/** Billionths of a share that no whole one is made of. */
function partsLeft({ holdings }: Pick<ForeignThings, "holdings">, ticker: Ticker): number {
  const rest = holdings.find(({ kind, symbol }) => kind === "fraction" && symbol === ticker);
  return rest ? Math.round(Number(rest.quantity) * ONE_SHARE) : 0;
}

/** Each with the whole shares that it made, or took, with the parts there were before it. */
function withShares(trades: readonly PartsActivity[], atFirst: number): readonly Activity[] {
  let there = atFirst;
  return trades.map((trade) => {
    const moved = wholeOf(there + trade.parts);
    there += trade.parts - moved * ONE_SHARE;
    return moved === 0 ? trade : movedBy(trade, moved);
  });
}

/**
 * Where those that took shares cannot come in their turn, for what they took was sold since, after those that
 * brought some.
 */
function inOrder(ready: readonly Activity[], held: number): readonly Activity[] {
  let there = held;
  const wasNone = ready.some((one) => {
    there += movedOf(one);
    return there < 0;
  });
  return wasNone ? ready.toSorted((one, other) => movedOf(other) - movedOf(one)) : ready;
}

/** Whether these take more whole shares of a symbol than the books have of it by now. */
export async function takeMore(
  { storage }: Pick<TradingNeeds, "storage">,
  accountId: string,
  { ready, ticker }: { readonly ready: readonly Activity[]; readonly ticker: Ticker },
): Promise<boolean> {
  const moved = ready.reduce((sum, one) => sum + movedOf(one), 0);
  return moved < 0 && sharesOf(await storage.read.positions.of(accountId), ticker) + moved < 0;
}

const movedOf = (activity: Activity): number =>
  activity.kind === "shares-journal" ? activity.shares : 0;

/** Whole shares cost what so many of its parts did: the rest is worth something elsewhere. */
function movedBy(trade: PartsActivity, moved: number): SharesActivity {
  const { amount, at, id, parts, ticker, words } = trade;
  const cost = mulDivHalfEven(Math.abs(amount), Math.abs(moved) * ONE_SHARE, Math.abs(parts));
  return {
    ...{ id, kind: "shares-journal", at, ticker, shares: moved, amount },
    ...(words === undefined ? {} : { words }),
    ...(0 < moved ? { cost: money(cost) } : {}),
  };
}
