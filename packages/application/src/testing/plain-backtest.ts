/**
 * The rules of docs/strategy.md and docs/backtesting.md once more, as plainly as they can be said:
 * objects, BigInt fractions, everything looked up and recomputed at every instant. It imports no
 * trading code, so a fault would have to be made twice to go unseen.
 */

export interface PlainBar {
  readonly symbol: string;
  readonly opensAt: number;
  readonly closesAt: number;
  /** Ten-thousandths of a dollar. */
  readonly open: number;
  readonly close: number;
  readonly day: number;
  readonly opensInSession: boolean;
  readonly closesInSession: boolean;
}

/** Rates in basis points, amounts in ten-thousandths of a dollar. An absent limit does not bind. */
export interface PlainRules {
  readonly mode: "TRAILING" | "SIMPLE" | "HYBRID";
  readonly buyDrop: number;
  readonly buyDropMax: number;
  readonly sellRise: number;
  readonly takeProfit: number;
  readonly stopLoss: number | undefined;
  readonly sharesToBuy: number;
  readonly sharesToSell: number;
  readonly maxPositionSize: number;
  readonly minCashReserve: number;
  readonly cash: number;
  readonly fill: "next-open" | "close";
  readonly positionShare: number | undefined;
  readonly dailyLoss: number | undefined;
  readonly coolDownMs: number;
  readonly entriesPerMinute: number | undefined;
}

export interface PlainTrade {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly price: number;
  readonly at: number;
  readonly reason: string;
  readonly realized: number;
}

interface Stock {
  readonly symbol: string;
  readonly bars: readonly PlainBar[];
  high?: number;
  low?: number;
  last?: number;
  mark: number;
  held: number;
  cost: number;
  coolDownUntil: number;
  order?: Order;
  sessionsBelow: number;
}

interface Order {
  readonly stock: Stock;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly reason: string;
  readonly reserved: number;
  readonly fillBar: PlainBar | undefined;
}

const SESSIONS_BELOW_MAX = 20;

export function plainBacktest(bars: readonly PlainBar[], rules: PlainRules) {
  const symbols = [...new Set(bars.map((bar) => bar.symbol))];
  const stocks: Stock[] = symbols.map((symbol) => ({
    symbol,
    bars: bars.filter((bar) => bar.symbol === symbol),
    mark: 0,
    held: 0,
    cost: 0,
    coolDownUntil: 0,
    sessionsBelow: 0,
  }));
  const trades: PlainTrade[] = [];
  const canceled: { symbol: string; shares: number; at: number }[] = [];
  const curve: { at: number; equity: number }[] = [];
  let orders: Order[] = [];
  let entries: number[] = [];
  let cash = rules.cash;
  let day: number | undefined;
  let baseline = rules.cash;
  let isHalted = false;
  let lastClose: { at: number; equity: number } | undefined;

  const equity = () => stocks.reduce((sum, { held, mark }) => sum + held * mark, cash);
  const reserved = () => orders.reduce((sum, order) => sum + order.reserved, 0);

  function startDay(next: number) {
    if (day !== undefined && next <= day) return;
    if (lastClose !== undefined) {
      baseline = lastClose.equity;
      curve.push(lastClose);
      stocks.forEach(countSessionBelow);
    }
    day = next;
    isHalted = false;
  }

  function countSessionBelow(stock: Stock) {
    const isBelow =
      rules.mode === "HYBRID" &&
      stock.held === 0 &&
      stock.high !== undefined &&
      isMoreBelow(stock.last!, stock.high, rules.buyDropMax);
    stock.sessionsBelow = isBelow ? stock.sessionsBelow + 1 : 0;
    if (stock.sessionsBelow === SESSIONS_BELOW_MAX) restartTrail(stock, stock.last!);
  }

  function restartTrail(stock: Stock, price: number) {
    stock.high = price;
    stock.low = price;
    stock.last = price;
    stock.sessionsBelow = 0;
  }

  function fill(order: Order, price: number, at: number) {
    const { stock, side, shares, reason } = order;
    orders = orders.filter((one) => one !== order);
    delete stock.order;
    let realized = 0;
    if (side === "buy") {
      cash -= price * shares;
      stock.cost += price * shares;
      stock.held += shares;
    } else {
      const removed = halfEven(BigInt(stock.cost) * BigInt(shares), BigInt(stock.held));
      realized = price * shares - removed;
      cash += price * shares;
      stock.cost -= removed;
      stock.held -= shares;
    }
    stock.mark = price;
    restartTrail(stock, price);
    stock.coolDownUntil = Math.max(stock.coolDownUntil, at + rules.coolDownMs);
    trades.push({ symbol: stock.symbol, side, shares, price, at, reason, realized });
  }

  /** Openings in the order of time; at one instant the order decided first. */
  function fillOpenings(until: number) {
    const due = orders
      .filter((order) => order.fillBar !== undefined && order.fillBar.opensAt <= until)
      .sort((one, other) => one.fillBar!.opensAt - other.fillBar!.opensAt);
    for (const order of due) {
      const { opensAt, open, day: itsDay } = order.fillBar!;
      startDay(itsDay);
      if (order.side === "sell" || open * order.shares <= cash) fill(order, open, opensAt);
      else {
        orders = orders.filter((one) => one !== order);
        delete order.stock.order;
        order.stock.coolDownUntil = Math.max(order.stock.coolDownUntil, opensAt + rules.coolDownMs);
        canceled.push({ symbol: order.stock.symbol, shares: order.shares, at: opensAt });
      }
    }
  }

  function exitOf(stock: Stock, at: number): { reason: string; shares: number } | undefined {
    const { last, low, held, cost } = stock;
    if (held === 0 || last === undefined || low === undefined || stock.order) return undefined;
    const value = BigInt(last) * BigInt(held) * 10_000n;
    if (rules.stopLoss !== undefined && value <= BigInt(cost) * BigInt(10_000 - rules.stopLoss))
      return { reason: "stop-loss", shares: held };
    if (at < stock.coolDownUntil) return undefined;
    const shares = Math.min(rules.sharesToSell, held);
    if (rules.mode !== "TRAILING" && BigInt(cost) * BigInt(10_000 + rules.takeProfit) <= value)
      return { reason: "take-profit", shares };
    if (
      rules.mode !== "SIMPLE" &&
      BigInt(low) * BigInt(10_000 + rules.sellRise) <= BigInt(last) * 10_000n
    )
      return { reason: "trail-rise", shares };
    return undefined;
  }

  function wantsEntry(stock: Stock, at: number): boolean {
    const { high, last } = stock;
    if (stock.held !== 0 || stock.order || high === undefined || last === undefined) return false;
    if (at < stock.coolDownUntil || isHalted) return false;
    if (BigInt(high) * BigInt(10_000 - rules.buyDrop) < BigInt(last) * 10_000n) return false;
    return rules.mode !== "HYBRID" || !isMoreBelow(last, high, rules.buyDropMax);
  }

  function entryShares(price: number): number {
    const free = cash - reserved() - rules.minCashReserve;
    let shares = Math.min(rules.sharesToBuy, rules.maxPositionSize);
    while (
      0 < shares &&
      (free < shares * price ||
        (rules.positionShare !== undefined &&
          BigInt(equity()) * BigInt(rules.positionShare) < BigInt(shares * price) * 10_000n))
    )
      shares--;
    return shares;
  }

  function send(order: Omit<Order, "fillBar">, at: number) {
    const fillBar = order.stock.bars.find((bar) => at <= bar.opensAt && bar.opensInSession);
    const sent: Order = { ...order, fillBar };
    order.stock.order = sent;
    orders.push(sent);
    return sent;
  }

  function decideAt(at: number, seen: readonly Stock[]) {
    if (rules.dailyLoss !== undefined)
      isHalted ||=
        BigInt(equity()) * 10_000n <= BigInt(baseline) * BigInt(10_000 - rules.dailyLoss);
    const sent: Order[] = [];
    const bySymbol = [...seen].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
    for (const stock of bySymbol) {
      const exit = exitOf(stock, at);
      if (exit) sent.push(send({ stock, side: "sell", ...exit, reserved: 0 }, at));
    }
    // The sort keeps the order by symbol where two have fallen alike.
    const fallen = bySymbol
      .filter((stock) => wantsEntry(stock, at))
      .sort((one, other) =>
        Number(BigInt(one.last!) * BigInt(other.high!) - BigInt(other.last!) * BigInt(one.high!)),
      );
    for (const stock of fallen) {
      entries = entries.filter((time) => at - time < 60_000);
      if (rules.entriesPerMinute !== undefined && rules.entriesPerMinute <= entries.length)
        continue;
      const shares = entryShares(stock.last!);
      if (shares < 1) continue;
      entries.push(at);
      const cost = shares * stock.last!;
      sent.push(send({ stock, side: "buy", shares, reason: "trail-drop", reserved: cost }, at));
    }
    if (rules.fill === "close") for (const order of sent) fill(order, order.stock.last!, at);
  }

  const instants = [...new Set(bars.map((bar) => bar.closesAt))].sort((one, other) => one - other);
  for (const at of instants) {
    fillOpenings(at);
    const closing = stocks.flatMap((stock) => {
      const bar = stock.bars.find((one) => one.closesAt === at);
      return bar ? [{ stock, bar }] : [];
    });
    for (const { stock, bar } of closing) stock.mark = bar.close;
    if (!closing.some(({ bar }) => bar.closesInSession)) continue;
    startDay(closing[0]!.bar.day);
    for (const { stock, bar } of closing) {
      stock.high = Math.max(stock.high ?? bar.close, bar.close);
      stock.low = Math.min(stock.low ?? bar.close, bar.close);
      stock.last = bar.close;
    }
    decideAt(
      at,
      closing.map(({ stock }) => stock),
    );
    lastClose = { at, equity: equity() };
  }
  if (lastClose) curve.push(lastClose);
  return {
    trades,
    canceled,
    unfilled: orders.filter(({ fillBar }) => fillBar === undefined).length,
    cash,
    equity: equity(),
    curve,
  };
}

/** Further below `from` than `drop` basis points. */
const isMoreBelow = (price: number, from: number, drop: number): boolean =>
  BigInt(price) * 10_000n < BigInt(from) * BigInt(10_000 - drop);

function halfEven(dividend: bigint, divisor: bigint): number {
  const down = dividend / divisor;
  const twice = 2n * (dividend - down * divisor);
  return Number(divisor < twice || (twice === divisor && down % 2n === 1n) ? down + 1n : down);
}
