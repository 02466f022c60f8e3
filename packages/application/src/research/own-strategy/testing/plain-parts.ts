/** What is wanted of a symbol after a close: billionths of a share, hundredths of equity, or cents. */
export type PlainTarget =
  | { readonly billionths: bigint }
  | { readonly percent: bigint }
  | { readonly cents: bigint };

export interface PlainDay {
  /** Ten-thousandths of a dollar, by symbol. */
  readonly open: readonly bigint[];
  readonly close: readonly bigint[];
  readonly targets: readonly (PlainTarget | undefined)[];
}

export interface PlainTrade {
  readonly day: number;
  readonly symbol: number;
  /** Below zero: sold. */
  readonly billionths: bigint;
  readonly price: bigint;
  readonly fee: bigint;
}

export interface PlainTerms {
  readonly cash: bigint;
  /** Millionths of a dollar a share, and of the value. */
  readonly feeEach: bigint;
  readonly feeRate: bigint;
}

interface PlainOrder {
  readonly symbol: number;
  /** Below zero: to be sold. */
  readonly billionths: bigint;
  readonly kept: bigint;
}

const SHARE = 1_000_000_000n;
const DOLLAR = 10_000n;

const floor = (value: bigint, by: bigint): bigint => value / by;
const ceil = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;
const least = (...values: readonly bigint[]): bigint =>
  values.reduce((one, other) => (one < other ? one : other));
const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * A day-by-day account that trades parts of shares, written from docs/strategies.md#parts-of-a-share
 * alone: no module of the engine is used, and every number is a whole one without an end.
 */
export function playParts(days: readonly PlainDay[], terms: PlainTerms) {
  const all = [...days[0]!.open.keys()];
  const held = all.map(() => 0n);
  const last = [...days[0]!.open];
  const wanted: (PlainTarget | undefined)[] = all.map(() => undefined);
  const trades: PlainTrade[] = [];
  const equity: bigint[] = [];
  let cash = terms.cash;
  let [refused, dust, waited] = [0, 0, 0];
  let line: PlainOrder[] = [];

  const worth = () => all.reduce((sum, at) => sum + floor(held[at]! * last[at]!, SHARE), cash);
  const isTooSmall = (count: bigint, price: bigint) =>
    count % SHARE !== 0n && floor(count * price, SHARE) < DOLLAR;

  /** Answers whether it was filled. */
  function fill({ symbol, billionths }: PlainOrder, price: bigint, day: number): boolean {
    const count = sizeOf(billionths);
    const value = 0n < billionths ? ceil(count * price, SHARE) : floor(count * price, SHARE);
    const fee = ceil(count * terms.feeEach, SHARE * 100n) + ceil(value * terms.feeRate, 1_000_000n);
    if (0n < billionths && cash < value + fee) {
      refused += 1;
      return false;
    }
    cash += (0n < billionths ? -value : value) - fee;
    held[symbol] = held[symbol]! + billionths;
    last[symbol] = price;
    trades.push({ day, symbol, billionths, price, fee });
    return true;
  }

  function countOf(target: PlainTarget, symbol: number): bigint {
    if ("billionths" in target) return target.billionths;
    const value = "cents" in target ? target.cents * 100n : floor(worth() * target.percent, 100n);
    return floor(value * SHARE, last[symbol]!);
  }

  /** Sends what leads to what is wanted; `isFirst`: what is sold. */
  function send(symbol: number, isFirst: boolean): void {
    const target = wanted[symbol];
    if (target === undefined || line.some((order) => order.symbol === symbol)) return;
    const [price, now] = [last[symbol]!, held[symbol]!];
    const wish = countOf(target, symbol);
    const isDust = wish !== 0n && isTooSmall(sizeOf(wish - now), price);
    if (wish === now || isDust) {
      if (wish !== now) dust += 1;
      wanted[symbol] = undefined;
      return;
    }
    if (wish < now !== isFirst) return;
    if (isFirst) {
      line.push({ symbol, billionths: wish - now, kept: 0n });
      return;
    }
    const kept = line.reduce((sum, order) => sum + order.kept, 0n);
    const room = (of: bigint) => floor((of - kept) * SHARE, price);
    const isSelling = line.some(({ billionths }) => billionths < 0n);
    if (isSelling && least(wish - now, room(cash)) < least(wish - now, room(worth()))) {
      waited += 1;
      return;
    }
    if (room(cash) < 1n || isTooSmall(room(cash), price)) return;
    const billionths = least(wish - now, room(cash));
    line.push({ symbol, billionths, kept: ceil(billionths * price, SHARE) });
  }

  days.forEach((day, number) => {
    const filled = line.filter((order) => fill(order, day.open[order.symbol]!, number));
    line = [];
    for (const at of all) last[at] = day.close[at]!;
    for (const { symbol } of filled) wanted[symbol] = undefined;
    for (const at of all) wanted[at] = day.targets[at] ?? wanted[at];
    for (const isFirst of [true, false]) for (const at of all) send(at, isFirst);
    equity.push(worth());
  });
  return { trades, equity, cash, held, refused, dust, waited };
}
