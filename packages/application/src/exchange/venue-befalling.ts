import { invariant } from "@sevenfold/domain/invariant";
import type { Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY } from "@sevenfold/domain/money";
import { partOf, shareCount, splitShares, worthOf } from "./share-count.ts";
import type { VenueAccount, VenueActivity } from "./venue-account.ts";
import { afterTrade, type VenuePosition, withShares } from "./venue-holdings.ts";
import type { VenueEntry } from "./venue-journal.ts";
import { isMargin } from "./venue-margin.ts";

const BEFALLING = [
  "shares-split",
  "shares-reorganized",
  "dividend-paid",
  "cash-moved",
  "execution-busted",
] as const;

/** An entry of money or shares that moved without a trade. */
export type Befalling = Extract<VenueEntry, { type: (typeof BEFALLING)[number] }>;

export const isBefalling = (entry: VenueEntry): entry is Befalling =>
  (BEFALLING as readonly string[]).includes(entry.type);

/** An account that it may befall. */
export interface Befallen extends VenueAccount {
  cash: Money;
  readonly positions: Map<Ticker, VenuePosition>;
  readonly activities: VenueActivity[];
}

/** Moves cash and shares, and writes down why. */
export function befallAccount(account: Befallen, entry: Befalling): void {
  if (entry.type === "shares-split") bookSplit(account, entry);
  else if (entry.type === "shares-reorganized") reorganize(account, entry);
  else if (entry.type === "dividend-paid") payDividend(account, entry);
  else if (entry.type === "cash-moved") moveCash(account, entry);
  else bust(account, entry);
}

type Of<Type extends Befalling["type"]> = Extract<Befalling, { type: Type }>;

/** Whole shares stay with their part of the cost; the rest of a share is paid out. */
function bookSplit(
  account: Befallen,
  { activityId, at, cashInLieu, from, ticker, to }: Of<"shares-split">,
): void {
  const held = account.positions.get(ticker);
  invariant(held !== undefined, `account ${account.opening.id} holds ${ticker}`);
  const { costBasis, whole } = splitShares(held, { from, to });
  account.cash = money(account.cash + cashInLieu);
  if (whole === 0) account.positions.delete(ticker);
  else account.positions.set(ticker, { ...held, shares: whole, costBasis });
  account.activities.push({
    ...{ id: activityId, kind: "split", at, ticker },
    quantity: shareCount(whole - held.shares),
    split: { before: held.shares, from, to },
    amount: cashInLieu,
  });
}

/** What the shares cost goes over to those that came for them; a part let go of comes at no cost. */
function reorganize(
  account: Befallen,
  { activityId, amount, as, at, into, ticker }: Of<"shares-reorganized">,
): void {
  const held = account.positions.get(ticker);
  invariant(held !== undefined, `account ${account.opening.id} holds ${ticker}`);
  const isKept = as === "spin-off";
  if (!isKept) account.positions.delete(ticker);
  account.cash = money(account.cash + amount);
  if (into && into.quantity !== 0) {
    const there = account.positions.get(into.ticker);
    const costBasis = isKept ? NO_MONEY : held.costBasis;
    const after = withShares(there, { shares: into.quantity, costBasis });
    const since = there?.since ?? (isKept ? at : held.since);
    if (after.shares === 0) account.positions.delete(into.ticker);
    else account.positions.set(into.ticker, { ...after, ticker: into.ticker, since });
  }
  account.activities.push({
    ...{ id: activityId, kind: as, at, ticker, amount },
    quantity: isKept ? 0 : shareCount(-held.shares),
    ...(into && { into }),
  });
}

function payDividend(
  account: Befallen,
  { activityId, at, perShare, quantity, ticker }: Of<"dividend-paid">,
): void {
  const amount = worthOf(perShare, quantity);
  account.cash = money(account.cash + amount);
  account.activities.push({
    ...{ id: activityId, kind: "dividend", at, ticker },
    ...{ quantity, perShare, amount },
  });
}

function moveCash(account: Befallen, { activityId, amount, as, at }: Of<"cash-moved">): void {
  account.cash = money(account.cash + amount);
  account.activities.push({ id: activityId, kind: as, at, quantity: 0, amount });
}

/** Shares and cash as if it had never been; the order stays as it was reported. */
function bust(account: Befallen, { activityId, at, executionId }: Of<"execution-busted">): void {
  const execution = account.executions.find(({ id }) => id === executionId);
  invariant(execution !== undefined, `execution ${executionId} is known`);
  const { price, quantity, side, ticker } = execution;
  const isBuy = side === "buy";
  const value = worthOf(price, quantity);
  const amount = money(isBuy ? value : -value);
  const held = account.positions.get(ticker);
  const was = held?.shares ?? shareCount(0);
  const cost = held?.costBasis ?? NO_MONEY;
  const left = shareCount(was + (isBuy ? -quantity : quantity));
  const isShort = was < 0 || left < 0;
  invariant(isMargin(account) || !isShort, `account ${account.opening.id} would be short`);
  const undone = { side: isBuy ? "sell" : "buy", quantity, price } as const;
  const costBasis = isShort
    ? afterTrade(held, undone).costBasis
    : isBuy
      ? Math.max(0, cost - amount)
      : was === 0
        ? value
        : partOf(cost, left, was);
  account.cash = money(account.cash + amount);
  if (left === 0) account.positions.delete(ticker);
  else
    account.positions.set(ticker, {
      ticker,
      shares: left,
      costBasis: money(costBasis),
      since: held?.since ?? at,
    });
  account.activities.push({
    ...{ id: activityId, kind: "bust", at, ticker, execution, amount },
    quantity: shareCount(left - was),
  });
}
