/** What is wanted of a symbol after a close: whole shares, or a part of equity. Below zero: short. */
export type PlainTarget = { readonly shares: number } | { readonly share: number };

export interface PlainDay {
  /** Nights since the day before. */
  readonly nights: number;
  /** Ten-thousandths of a dollar, by symbol. */
  readonly open: readonly number[];
  readonly close: readonly number[];
  readonly targets: readonly (PlainTarget | undefined)[];
}

export interface PlainTrade {
  readonly day: number;
  readonly symbol: number;
  /** Below zero: sold. */
  readonly shares: number;
  readonly price: number;
  readonly fee: number;
  readonly effect: "open" | "close";
  readonly isForced: boolean;
  readonly realized: number;
}

interface PlainOrder {
  readonly symbol: number;
  readonly shares: number;
  readonly isForced: boolean;
  readonly kept: number;
}

export interface PlainTerms {
  readonly cash: number;
  readonly borrowRate: number;
  /** Ten-thousandths of a dollar a share. */
  readonly feeEach: number;
}

/**
 * A day-by-day account that sells short, written from docs/strategies.md#short alone: no module of the
 * engine is used, and positions are a count and an average price.
 */
export function playShorts(days: readonly PlainDay[], terms: PlainTerms) {
  const count = days[0]!.open.length;
  const all = [...Array(count).keys()];
  const held = all.map(() => 0);
  const average = all.map(() => 0);
  const last = [...days[0]!.open];
  const wanted: (PlainTarget | undefined)[] = all.map(() => undefined);
  const trades: PlainTrade[] = [];
  const equity: number[] = [];
  let cash = terms.cash;
  let [borrowed, calls, refused] = [0, 0, 0];
  let line: PlainOrder[] = [];

  const owed = () => all.reduce((sum, at) => sum + (held[at]! < 0 ? -held[at]! * last[at]! : 0), 0);
  const worth = () => all.reduce((sum, at) => sum + held[at]! * last[at]!, cash);
  const margin = (value: number) => Math.ceil((value * 3) / 2);

  function book(order: PlainOrder, shares: number, price: number, day: number): void {
    const { symbol, isForced } = order;
    const before = held[symbol]!;
    const isOpening = before === 0 || before > 0 === shares > 0;
    const fee = Math.abs(shares) * terms.feeEach;
    cash -= shares * price + fee;
    held[symbol] = before + shares;
    const realized = isOpening ? 0 : -shares * (price - average[symbol]!);
    if (isOpening)
      average[symbol] = (average[symbol]! * before + price * shares) / (before + shares);
    if (held[symbol] === 0) average[symbol] = 0;
    last[symbol] = price;
    const effect = isOpening ? "open" : "close";
    trades.push({ day, symbol, shares, price, fee, effect, isForced, realized });
  }

  /** Answers whether it was filled whole. */
  function fill(order: PlainOrder, price: number, day: number): boolean {
    const before = held[order.symbol]!;
    const isAway = before !== 0 && before > 0 !== order.shares > 0;
    const closing = isAway
      ? Math.sign(order.shares) * Math.min(Math.abs(before), Math.abs(order.shares))
      : 0;
    const opening = order.shares - closing;
    if (closing !== 0) book(order, closing, price, day);
    if (opening === 0) return true;
    const fee = Math.abs(opening) * terms.feeEach;
    const now = held[order.symbol]!;
    const others = owed() - Math.max(0, -now) * last[order.symbol]!;
    const short = Math.max(0, -(now + opening)) * price;
    if (cash - opening * price - fee < margin(others + (opening < 0 ? short : 0))) {
      refused += 1;
      return false;
    }
    book(order, opening, price, day);
    return true;
  }

  /** Whole shares, rounded towards none. */
  function sizeOf(target: PlainTarget, symbol: number): number {
    if ("shares" in target) return target.shares;
    const millionths = BigInt(Math.round(Math.abs(target.share) * 1_000_000));
    const part = Number((BigInt(Math.max(0, worth())) * millionths) / 1_000_000n);
    return Math.sign(target.share) * Math.floor(part / last[symbol]!);
  }

  /** Sends what leads to what is wanted; `isFirst`: what opens nothing on its way. */
  function send(symbol: number, isFirst: boolean): void {
    const target = wanted[symbol];
    if (target === undefined || line.some((order) => order.symbol === symbol)) return;
    const size = sizeOf(target, symbol);
    const now = held[symbol]!;
    if (size === now) {
      wanted[symbol] = undefined;
      return;
    }
    const isLess = size === 0 || (size > 0 === now > 0 && Math.abs(size) < Math.abs(now));
    if (isLess !== isFirst) return;
    const sign = Math.sign(size - now);
    const all = Math.abs(size - now);
    const closing = now !== 0 && now > 0 !== sign > 0 ? Math.min(all, Math.abs(now)) : 0;
    const opening = all - closing;
    const price = last[symbol]!;
    const each = sign > 0 ? price : margin(price) - price;
    const kept = line.reduce((sum, order) => sum + order.kept, 0);
    const room = Math.floor((cash - margin(owed()) - kept) / each);
    const frees = line.some((order) => held[order.symbol]! * order.shares < 0);
    if (0 < opening && frees && room < opening) return;
    const opened = Math.max(0, Math.min(opening, room));
    if (closing + opened === 0) return;
    const shares = sign * (closing + opened);
    line.push({ symbol, shares, isForced: false, kept: opened * each });
  }

  days.forEach((day, number) => {
    if (0 < number)
      for (const at of all)
        if (held[at]! < 0) {
          const value = -held[at]! * last[at]!;
          const cost = Math.ceil((value * terms.borrowRate * day.nights) / 360_000_000);
          cash -= cost;
          borrowed += cost;
        }
    const filled = line.filter((order) => fill(order, day.open[order.symbol]!, number));
    line = [];
    for (const at of all) last[at] = day.close[at]!;
    if (cash * 10 < owed() * 13)
      for (const at of all)
        if (held[at]! < 0) {
          line.push({ symbol: at, shares: -held[at]!, isForced: true, kept: 0 });
          wanted[at] = undefined;
          calls += 1;
        }
    for (const { symbol, isForced } of filled) {
      const target = wanted[symbol];
      if (isForced || target === undefined) continue;
      if (held[symbol] !== 0 || sizeOf(target, symbol) === 0) wanted[symbol] = undefined;
    }
    for (const at of all) wanted[at] = day.targets[at] ?? wanted[at];
    for (const isFirst of [true, false]) for (const at of all) send(at, isFirst);
    equity.push(worth());
  });
  return { trades, equity, cash, held, borrowed, calls, refused };
}
