/**
 * The rules of docs/strategy.md and docs/backtesting.md once more, as plainly as they can be said:
 * objects, BigInt fractions, everything looked up and recomputed at every instant. It imports no
 * trading code, so a fault would have to be made twice to go unseen.
 */
import { type PlainAccount, plainAccount } from "./plain-account.ts";
import { firstOn, type Stock } from "./plain-conditions.ts";
import { reachRestingExits } from "./plain-resting.ts";
import type { PlainAction, PlainBar, PlainRules } from "./plain-rules.ts";

export function plainBacktest(
  bars: readonly PlainBar[],
  rules: PlainRules,
  actions: readonly PlainAction[] = [],
) {
  const account = plainAccount(bars, rules, actions);
  if (rules.path === "ohlc") walkAll(account);
  else closeAll(account, bars);
  return account.outcome();
}

function closeAll(account: PlainAccount, bars: readonly PlainBar[]) {
  const instants = [...new Set(bars.map((bar) => bar.closesAt))].sort((one, other) => one - other);
  for (const at of instants) {
    account.openUntil(at);
    const closing = account.stocks.flatMap((stock) => {
      const bar = stock.bars.find((one) => one.closesAt === at);
      return bar ? [{ stock, bar }] : [];
    });
    for (const { stock, bar } of closing) reachRestingExits(account, stock, bar);
    const inSession = closing.some(({ bar }) => bar.closesInSession);
    if (inSession) account.startDay(closing[0]!.bar.day);
    const prices = closing.map(({ stock, bar }) => ({ stock, bar, price: bar.close }));
    if (inSession) account.follow(at, prices);
    account.endOfBars(at, inSession);
  }
}

interface Leg {
  readonly at: number;
  readonly stock: Stock;
  readonly bar: PlainBar;
  readonly kind: "open" | "first" | "second" | "close";
}

/** Every bar's open, extremes and close; what opens at an instant comes after what closes at it. */
function walkAll(account: PlainAccount) {
  const legs = account.stocks
    .flatMap((stock) => stock.bars.flatMap((bar) => legsOf(stock, bar)))
    .sort((one, other) => one.at - other.at || rankOf(one) - rankOf(other));
  while (0 < legs.length) {
    const [{ at, kind }] = legs as [Leg];
    const isOpening = kind === "open";
    const now = legs.filter((leg) => leg.at === at && (leg.kind === "open") === isOpening);
    legs.splice(0, now.length);
    account.openUntil(isOpening ? at + 1 : at);
    walkTogether(account, at, now);
    for (const { stock, kind: ended } of now) if (ended === "open") stock.lowFirst = 0 < stock.held;
    const closing = now.filter((leg) => leg.kind === "close");
    if (0 < closing.length) account.endOfBars(at, closing[0]!.bar.closesInSession);
  }
}

const rankOf = ({ kind }: Leg): number => (kind === "open" ? 1 : 0);

function legsOf(stock: Stock, bar: PlainBar): Leg[] {
  const span = bar.closesAt - bar.opensAt;
  const first = bar.opensAt + Math.floor(span / 3);
  const second = bar.opensAt + Math.floor((span * 2) / 3);
  const isWalked = bar.opensInSession && bar.closesInSession;
  return [
    { at: bar.opensAt, stock, bar, kind: "open" },
    ...(isWalked ? ([{ at: first, stock, bar, kind: "first" }] as const) : []),
    ...(isWalked ? ([{ at: second, stock, bar, kind: "second" }] as const) : []),
    { at: bar.closesAt, stock, bar, kind: "close" },
  ];
}

/** From crossing to crossing, all at once, until each is where its leg ends. */
function walkTogether(account: PlainAccount, at: number, legs: readonly Leg[]) {
  const inSession = legs.some(({ bar, kind }) =>
    kind === "open" ? bar.opensInSession : bar.closesInSession,
  );
  if (inSession) account.startDay(legs.at(-1)!.bar.day);
  let left = legs;
  while (0 < left.length) {
    const prices = left.map((leg) => ({ ...leg, price: nextPrice(account, leg) }));
    for (const { stock, price } of prices) stock.walked = price;
    if (inSession) account.follow(at, prices);
    left = left.filter((leg) => leg.stock.walked !== goalOf(leg));
  }
}

function goalOf({ stock, bar, kind }: Leg): number {
  if (kind === "open") return bar.open;
  if (kind === "close") return bar.close;
  return (kind === "first") === stock.lowFirst ? bar.low! : bar.high!;
}

/** The first price on the way at which the rule begins to hold, found by halving the way. */
function nextPrice(account: PlainAccount, leg: Leg): number {
  const { stock, bar, kind } = leg;
  const goal = goalOf(leg);
  if (kind === "open" || !bar.opensInSession || !bar.closesInSession) return goal;
  const from = stock.walked!;
  const found = account.conditions
    .beginningOn(stock, from < goal)
    .filter(({ begins }) => !begins(from) && begins(goal))
    .map(({ begins, alsoHolds }) => ({ price: firstOn(from, goal, begins), alsoHolds }))
    .filter(({ price, alsoHolds }) => alsoHolds(price))
    .map(({ price }) => price);
  if (found.length === 0) return goal;
  return from < goal ? Math.min(...found) : Math.max(...found);
}
