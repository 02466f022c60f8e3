/** A bar that has just closed. Every figure is of now: nothing here knows a later bar. */
export interface Bar {
  readonly symbol: string;
  /** When it opened and closed, in UTC milliseconds. */
  readonly opensAt: number;
  readonly closesAt: number;
  /** The trading day of its close in New York, such as "2024-01-31". */
  readonly day: string;
  /** Dollars. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares traded; 0 where the bars do not say. */
  readonly volume: number;
  /** What the account holds of the symbol: shares, and what one cost on average (0 when flat). Below 0: sold short. */
  readonly held: number;
  readonly entryPrice: number;
  /** What the whole account is worth at the latest closes, in dollars. */
  readonly equity: number;
}

/**
 * What to hold of a symbol from now on, in one of five ways, and in whole shares at the price of the
 * decision, or in parts where the strategy says `fractional`. It stands until an order has brought it about or another takes its place. `stop` says that
 * a sale ends a loss: no cool-down holds it up. Below 0 it is to be sold short, where the strategy says `shorts`.
 */
export type Target = (
  | { readonly shares: number }
  /** A share of equity from 0 to 1, or from -1 where short. */
  | { readonly share: number }
  | { readonly dollars: number }
  /** As large a share of equity, 1 at most, as moves the account by `volatility` where the symbol moves by `deviation`. */
  | { readonly volatility: number; readonly deviation: number }
  /** As many shares as lose `risk`, a share of equity, where the price falls by `distance` dollars: such as twice the ATR. */
  | { readonly risk: number; readonly distance: number }
) & { readonly stop?: boolean };

/** A number that may be set, `--set name=value`, and the bounds it has to keep. */
export interface Parameter {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whole steps from `min`; absent: any number between the bounds. */
  readonly step?: number;
}

/** Takes one value a bar; answers undefined until it has seen enough of them. */
export interface Indicator<Input, Output = number> {
  next(input: Input): Output | undefined;
}

export interface Range {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Band {
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
}

/** Everything counts in bars. docs/strategies.md has the formulas. */
export interface Indicators {
  sma(bars: number): Indicator<number>;
  ema(bars: number): Indicator<number>;
  rsi(bars?: number): Indicator<number>;
  macd(
    fastBars?: number,
    slowBars?: number,
    signalBars?: number,
  ): Indicator<
    number,
    { readonly macd: number; readonly signal: number; readonly histogram: number }
  >;
  bollinger(bars?: number, deviations?: number): Indicator<number, Band>;
  donchian(bars?: number): Indicator<Range, Band>;
  atr(bars?: number): Indicator<Range>;
  adx(
    bars?: number,
  ): Indicator<Range, { readonly adx: number; readonly plus: number; readonly minus: number }>;
  vwap(): Indicator<Range & { readonly volume: number; readonly day?: number | string }>;
  zScore(bars?: number): Indicator<number>;
  rollingBeta(bars?: number): Indicator<{ readonly own: number; readonly market: number }>;
  /** The place of each value among all, from 1 for the least; equal ones share the mean of theirs. */
  ranksOf(values: readonly number[]): readonly number[];
}

/** A number that follows a symbol: an indicator that the engine feeds with each close by itself. */
export interface Line {
  /** Its value at the latest close; undefined until it has seen enough of them. */
  readonly now: number | undefined;
}

/** Lines of a symbol's closes, in dollars. docs/strategies.md has the formulas. */
export interface Lines {
  readonly close: Line;
  sma(bars: number): Line;
  ema(bars: number): Line;
  rsi(bars?: number): Line;
  zScore(bars?: number): Line;
}

/** What is waited for; of several whichever comes first. */
export interface WakeAt {
  /** A close at or below so many dollars. */
  readonly below?: number;
  /** A close at or above so many dollars. */
  readonly above?: number;
  /**
   * A close at which the first lies above the second and did not when the wait began, or the other way
   * round: lines of the symbol, of which one may be a number. Where one had no value yet, the first
   * close at which both have one.
   */
  readonly crossing?: readonly [Line | number, Line | number];
}

/** What a strategy is begun with. */
export interface Setup {
  readonly parameters: Readonly<Record<string, number>>;
  readonly indicators: Indicators;
}

/** What to send. Prices are dollars, rounded to a ten-thousandth. */
export interface OrderRequest {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  /** Whole shares, or a part of one where the strategy says `fractional`. */
  readonly shares: number;
  /** Default "market". "oco" is a sale with a take-profit and a stop, of which one cancels the other. */
  readonly type?: "market" | "limit" | "stop" | "stop-limit" | "trailing-stop" | "oco";
  /** Of a limit and of a stop-limit. */
  readonly limitPrice?: number;
  /** Of a stop and of a stop-limit: reached, it becomes a market or a limit order. */
  readonly stopPrice?: number;
  /** How far a trailing stop stays behind: dollars, or 5 for 5%. One of the two. */
  readonly trailAmount?: number;
  readonly trailPercent?: number;
  /** Default "day": what is open when the next day opens has expired. "gtc" is good till canceled. */
  readonly timeInForce?: "day" | "gtc";
  /** A bracket: sent once the order fills, good till canceled, and each cancels the other. */
  readonly takeProfit?: { readonly limitPrice: number };
  readonly stopLoss?: StopLoss;
  /** A sale that ends a loss: no cool-down holds it up. Every stop is one. */
  readonly stop?: boolean;
}

/** A stop, a stop-limit or a trailing stop. */
export interface StopLoss {
  readonly stopPrice?: number;
  readonly limitPrice?: number;
  readonly trailAmount?: number;
  readonly trailPercent?: number;
}

/** What of an order another one takes the place of; the rest stays as it was. */
export type OrderChange = Partial<
  Pick<OrderRequest, "shares" | "limitPrice" | "stopPrice" | "trailAmount" | "trailPercent">
>;

/** An order as it stands when it is asked about; it does not change afterwards. */
export interface OrderState {
  readonly id: number;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  /** An oco is two orders once it is sent; one that was denied is told as such. */
  readonly type: "market" | "limit" | "stop" | "stop-limit" | "trailing-stop" | "oco";
  readonly shares: number;
  readonly filled: number;
  readonly status: "working" | "filled" | "canceled" | "expired" | "denied";
  readonly limitPrice?: number;
  /** Of a trailing stop, where it stands by now. */
  readonly stopPrice?: number;
  /** Of its fills; absent before the first. */
  readonly averagePrice?: number;
  /** Why it was canceled or denied: "cash", "replaced", the limit's name, … */
  readonly because?: string;
  /** The order whose fill sent it. */
  readonly parentId?: number;
}

/** An execution of an order or of a part of it. */
export interface OrderFill {
  readonly orderId: number;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly price: number;
  /** Dollars. */
  readonly fee: number;
  /** UTC milliseconds: an opening, or the close of the bar within which it filled. */
  readonly at: number;
}

/** The account and its orders, to be kept and asked at any time. Figures are of now. */
export interface Trading {
  /** UTC milliseconds. */
  readonly now: number;
  readonly cash: number;
  readonly equity: number;
  /** Below 0: sold short. */
  held(symbol: string): number;
  /** What a share cost on average, or was sold short for; 0 when flat. */
  entryPrice(symbol: string): number;
  /** Shares that the limits and the cash leave a market buy of now, or a market sale. */
  room(symbol: string, side?: "buy" | "sell"): number;
  /** Sends an order and answers its number, from 1. A limit may deny it: `onOrder` says so. */
  submit(request: OrderRequest): number;
  /** Takes an order back; answers whether it was open. */
  cancel(orderId: number): boolean;
  /** Sends an order in the place of an open one and answers its number; denied, the old one stays. */
  replace(orderId: number, change: OrderChange): number;
  /** Takes back the symbol's open orders and sells what is held, or buys back what is short; answers that order's number, if any. */
  close(symbol: string): number | undefined;
  /**
   * Tells no bar of the symbol before the close that is waited for, so that quiet bars cost next to
   * nothing. That close ends it, and so does what is told of the symbol's orders. Of nothing that is
   * waited for every bar is told.
   */
  wakeAt(symbol: string, until?: WakeAt): void;
  order(orderId: number): OrderState | undefined;
  /** Of a symbol or of all, in the order they were sent. */
  openOrders(symbol?: string): readonly OrderState[];
}

/** What a strategy wants to hear. Fills and orders of an instant are told before its bars. */
export interface EventHandlers {
  /** Once, before the first bar. */
  readonly onStart?: () => void;
  /** For each symbol that closes, by symbol, but those that wait for a price (`wakeAt`). */
  readonly onBar?: (bar: Bar) => void;
  /** Then for all that close at one instant, where one of them does not wait. */
  readonly onBars?: (bars: readonly Bar[]) => void;
  readonly onFill?: (fill: OrderFill) => void;
  /** An order was sent, has ended, or was denied. */
  readonly onOrder?: (order: OrderState) => void;
}

/**
 * A strategy: exactly one of the three functions. Each is called once before the first bar and answers
 * what is asked at every close: make indicators there, one for each symbol. No answer means no change.
 */
export interface Strategy {
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** It sells short: targets may be below 0, and a sale of more than is held opens a short position. Research only. */
  readonly shorts?: boolean;
  /** It trades parts of shares, to nine decimals: targets and orders may be of 0.5 shares. Research only, and never short. */
  readonly fractional?: boolean;
  /** For each symbol by itself. */
  readonly forEachSymbol?: (
    setup: Setup & {
      readonly symbol: string;
      /** Of the symbol. */
      readonly lines: Lines;
      /** Is not asked before the close that is waited for. That close ends it: who still waits says it again. */
      readonly wakeAt: (until: WakeAt) => void;
    },
  ) => (bar: Bar) => Target | undefined;
  /** For all symbols together: the bars that close at one instant, and targets by symbol. */
  readonly forAllSymbols?: (
    setup: Setup & { readonly symbols: readonly string[] },
  ) => (bars: readonly Bar[]) => Readonly<Record<string, Target>> | undefined;
  /** Orders of its own, of any kind: what is heard of, and what is sent, is up to the strategy. */
  readonly forEvents?: (
    setup: Setup & {
      readonly symbols: readonly string[];
      readonly trading: Trading;
      /** Of one of the symbols. */
      readonly linesOf: (symbol: string) => Lines;
    },
  ) => EventHandlers;
}
