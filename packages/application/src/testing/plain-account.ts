import { type Order, plainConditions, type Stock } from "./plain-conditions.ts";
import { ceilDiv, halfEven, plainCommission, plainPrice } from "./plain-costs.ts";
import type { PlainAction, PlainBar, PlainRules, PlainTrade } from "./plain-rules.ts";
import { plainStocks, restartTrail, splitStock, waitAfter } from "./plain-stocks.ts";

/** One account of the plain reading: what it holds, what it waits for, and its rules. */
export type PlainAccount = ReturnType<typeof plainAccount>;

export interface Seen {
  readonly stock: Stock;
  readonly bar: PlainBar;
  readonly price: number;
}

interface Offer {
  readonly at: number;
  readonly bar: PlainBar;
  readonly price: number;
  readonly isLimit?: boolean;
}

const SESSIONS_BELOW_MAX = 20;

export function plainAccount(
  bars: readonly PlainBar[],
  rules: PlainRules,
  actions: readonly PlainAction[],
) {
  const stocks = plainStocks(bars, actions);
  const conditions = plainConditions(rules);
  const trades: PlainTrade[] = [];
  const canceled: { symbol: string; shares: number; at: number; because: string }[] = [];
  const curve: { at: number; equity: number }[] = [];
  const taken = new Map<PlainBar, number>();
  let ordersCount = 0;
  let orders: Order[] = [];
  let entries: number[] = [];
  let cash = rules.cash;
  let income = 0;
  let day: number | undefined;
  let baseline = rules.cash;
  let isHalted = false;
  let lastClose: { at: number; equity: number } | undefined;

  const equity = () => stocks.reduce((sum, { held, mark }) => sum + held * mark, cash);
  const reserved = () =>
    orders.reduce((sum, order) => {
      const rest = BigInt(order.reserved) * BigInt(order.shares - order.filled);
      return sum + ceilDiv(rest, BigInt(order.shares));
    }, 0);

  function startDay(next: number) {
    if (day !== undefined && next <= day) return;
    if (lastClose !== undefined) {
      baseline = lastClose.equity;
      if (curve.at(-1)?.at !== lastClose.at) curve.push(lastClose);
      stocks.forEach(countSessionBelow);
    }
    day = next;
    isHalted = false;
  }

  function countSessionBelow(stock: Stock) {
    const isBelow =
      stock.held === 0 && stock.high !== undefined && !conditions.band(stock, stock.last!);
    stock.sessionsBelow = isBelow ? stock.sessionsBelow + 1 : 0;
    if (stock.sessionsBelow === SESSIONS_BELOW_MAX) restartTrail(stock, stock.last!);
  }

  function end(order: Order, at: number, because?: string) {
    const { stock } = order;
    orders = orders.filter((one) => one !== order);
    delete stock.order;
    if (because === undefined) return;
    if (order.filled === 0) coolDown(stock, at);
    canceled.push({ symbol: stock.symbol, shares: order.shares - order.filled, at, because });
  }

  const coolDown = (stock: Stock, at: number) => {
    stock.coolDownUntil = Math.max(stock.coolDownUntil, at + rules.coolDownMs);
  };

  const roomIn = (bar: PlainBar) =>
    rules.volumeLimit === undefined
      ? Number.POSITIVE_INFINITY
      : Math.floor((bar.volume! * rules.volumeLimit) / 10_000) - (taken.get(bar) ?? 0);

  /** Fills what the volume allows; the rest waits for the day's next opening after this bar. */
  function fill(order: Order, offer: Offer) {
    const { side } = order;
    const { at, bar } = offer;
    order.day ??= bar.day;
    const shares = Math.min(order.shares - order.filled, roomIn(bar));
    if (0 < shares) {
      const price = plainPrice(rules.slippage, { side, shares, ...offer });
      const notional = order.notional + price * shares;
      const fee = plainCommission(rules.commission, order.filled + shares, notional) - order.paid;
      if (side === "buy" && cash < price * shares + fee) return end(order, at, "cash");
      taken.set(bar, (taken.get(bar) ?? 0) + shares);
      order.paid += fee;
      order.notional = notional;
      order.filled += shares;
      book(order, shares, price, fee, at);
    }
    if (order.filled === order.shares) return end(order, at);
    waitAfter(order, bar.opensAt + 1);
  }

  function book(order: Order, shares: number, price: number, fee: number, at: number) {
    const { stock, side, reason } = order;
    let realized = 0;
    if (side === "buy") {
      stock.cost += price * shares;
      stock.held += shares;
    } else {
      const removed = halfEven(BigInt(stock.cost) * BigInt(shares), BigInt(stock.held));
      realized = price * shares - removed;
      stock.cost -= removed;
      stock.held -= shares;
    }
    cash += (side === "buy" ? -price : price) * shares - fee;
    stock.mark = price;
    restartTrail(stock, price);
    coolDown(stock, at);
    trades.push({ symbol: stock.symbol, side, shares, price, at, reason, fee, realized });
  }

  /** Openings in the order of time; splits and dividends first, then the order decided first. */
  function openUntil(before: number) {
    for (;;) {
      const acting = stocks
        .flatMap((stock) => {
          const action = stock.actions[0];
          const bar =
            action &&
            stock.bars.find(
              (one) => action.day <= one.day && (one.opensInSession || one.closesInSession),
            );
          return bar && bar.opensAt < before ? [{ stock, at: bar.opensAt }] : [];
        })
        .sort((one, other) => one.at - other.at)[0];
      const due = orders
        .filter(({ fillBar }) => fillBar !== undefined && fillBar.opensAt < before)
        .sort((one, other) => {
          const earlier = one.fillBar!.opensAt - other.fillBar!.opensAt;
          return earlier || one.number - other.number;
        })[0];
      if (acting && (!due || acting.at <= due.fillBar!.opensAt)) act(acting.stock, acting.at);
      else if (due) {
        const bar = due.fillBar!;
        startDay(bar.day);
        const isOver = due.day !== undefined && due.day !== bar.day;
        if (isOver) end(due, bar.opensAt, "day-over");
        else fill(due, { at: bar.opensAt, bar, price: bar.open });
      } else return;
    }
  }

  function act(stock: Stock, at: number) {
    const action = stock.actions.shift()!;
    if (action.kind === "dividend") {
      const paid = halfEven(BigInt(stock.held) * BigInt(action.perShare), 100n);
      cash += paid;
      income += paid;
      return;
    }
    if (stock.order) end(stock.order, at, "split");
    const paid = splitStock(stock, action);
    cash += paid;
    income += paid;
  }

  function wantsEntry(stock: Stock, at: number): boolean {
    const { high, last } = stock;
    if (stock.held !== 0 || stock.order || high === undefined || last === undefined) return false;
    if (at < stock.coolDownUntil || isHalted) return false;
    return conditions.drop(stock, last) && conditions.band(stock, last);
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

  type Wanted = Pick<Order, "stock" | "side" | "shares" | "reason" | "reserved">;

  function send(wanted: Wanted): Order {
    const sent: Order = { ...wanted, number: ordersCount++, filled: 0, notional: 0, paid: 0 };
    sent.stock.order = sent;
    orders.push(sent);
    return sent;
  }

  /** Prices of one instant: all are applied, then the halt, exits, entries by the largest drop. */
  function follow(at: number, seen: readonly Seen[]) {
    for (const { stock, price } of seen) stock.mark = price;
    const skipped = new Set<Stock>();
    for (const { stock, price } of seen) {
      stock.high = Math.max(stock.high ?? price, price);
      stock.low = Math.min(stock.low ?? price, price);
      stock.last = price;
      if (0 < stock.pricesToSkip--) skipped.add(stock);
    }
    if (rules.dailyLoss !== undefined)
      isHalted ||=
        BigInt(equity()) * 10_000n <= BigInt(baseline) * BigInt(10_000 - rules.dailyLoss);
    const sent = decideAt(
      at,
      seen.filter(({ stock }) => !skipped.has(stock)),
    );
    for (const { order, bar } of sent) {
      if (rules.path === "ohlc" || rules.fill === "close")
        fill(order, { at, bar, price: order.stock.last! });
      else waitAfter(order, at);
    }
    // Whatever was paid, shares are worth the market's price.
    for (const { stock, price } of seen) stock.mark = price;
  }

  function decideAt(at: number, seen: readonly Seen[]) {
    const sent: { order: Order; bar: PlainBar }[] = [];
    const bySymbol = [...seen].sort((one, other) =>
      one.stock.symbol < other.stock.symbol ? -1 : 1,
    );
    for (const { stock, bar } of bySymbol) {
      const exit = conditions.exitOf(stock, at);
      if (exit) sent.push({ order: send({ stock, side: "sell", ...exit, reserved: 0 }), bar });
    }
    // The sort keeps the order by symbol where two have fallen alike.
    const fallen = bySymbol
      .filter(({ stock }) => wantsEntry(stock, at))
      .sort(({ stock: one }, { stock: other }) =>
        Number(BigInt(one.last!) * BigInt(other.high!) - BigInt(other.last!) * BigInt(one.high!)),
      );
    for (const { stock, bar } of fallen) {
      entries = entries.filter((time) => at - time < 60_000);
      if (rules.entriesPerMinute !== undefined && rules.entriesPerMinute <= entries.length)
        continue;
      const shares = entryShares(stock.last!);
      if (shares < 1 || rules.isConfirmed?.(stock.symbol, at) === false) continue;
      entries.push(at);
      const reservedCash = shares * stock.last!;
      const wanted = { stock, side: "buy", reason: "trail-drop", reserved: reservedCash } as const;
      sent.push({ order: send({ ...wanted, shares }), bar });
    }
    return sent;
  }

  function endOfBars(at: number, inSession: boolean) {
    if (inSession) lastClose = { at, equity: equity() };
  }

  function outcome() {
    if (lastClose && curve.at(-1)?.at !== lastClose.at) curve.push(lastClose);
    return {
      trades: trades.sort((one, other) => one.at - other.at),
      canceled,
      unfilled: orders.length,
      cash,
      income,
      equity: equity(),
      curve,
    };
  }

  return {
    stocks,
    startDay,
    openUntil,
    rules,
    conditions,
    end,
    send,
    fill,
    roomIn,
    follow,
    endOfBars,
    outcome,
  };
}
