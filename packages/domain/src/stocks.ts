import { invariant } from "./invariant.ts";
import { isTicker, type Ticker } from "./market.ts";
import {
  type Bps,
  bps,
  type Money,
  money,
  type Price,
  price,
  UNITS_PER_DOLLAR,
  unitsFromNumber,
} from "./money.ts";

export const SECTORS = [
  "Technology",
  "Semiconductors",
  "Finance",
  "Healthcare",
  "Energy",
  "Consumer",
  "Meme & growth",
] as const;
export type Sector = (typeof SECTORS)[number];

/** A company the product knows by itself, and how the built-in exchange moves its price. */
export interface Stock {
  readonly ticker: Ticker;
  readonly name: string;
  readonly sector: Sector;
  /** Where the built-in exchange's price curve starts: plausible, not a quotation. */
  readonly basePrice: Price;
  /** Standard deviation of a year's log return, in basis points: 2500 is 25%. */
  readonly annualVolatilityBps: Bps;
}

type Row = readonly [ticker: string, name: string, dollars: number, volatilityPct: number];

// prettier-ignore
const ROWS: Record<Sector, readonly Row[]> = {
  Technology: [
    ["AAPL", "Apple Inc.", 271.5, 28],
    ["MSFT", "Microsoft Corporation", 472.1, 25],
    ["GOOGL", "Alphabet Inc.", 299.7, 30],
    ["AMZN", "Amazon.com, Inc.", 220.7, 32],
    ["META", "Meta Platforms, Inc.", 594.3, 36],
    ["NFLX", "Netflix, Inc.", 104.3, 35],
    ["CRM", "Salesforce, Inc.", 227.1, 34],
    ["UBER", "Uber Technologies, Inc.", 83.6, 38],
    ["ORCL", "Oracle Corporation", 198.8, 42],
    ["ADBE", "Adobe Inc.", 324.9, 34],
    ["NOW", "ServiceNow, Inc.", 813.2, 36],
    ["INTU", "Intuit Inc.", 663.7, 33],
    ["IBM", "International Business Machines Corporation", 297.4, 27],
    ["CSCO", "Cisco Systems, Inc.", 76.1, 25],
    ["SHOP", "Shopify Inc.", 149.4, 50],
    ["SNOW", "Snowflake Inc.", 244.8, 48],
    ["PANW", "Palo Alto Networks, Inc.", 185.9, 37],
    ["CRWD", "CrowdStrike Holdings, Inc.", 490.7, 44],
  ],
  Semiconductors: [
    ["NVDA", "NVIDIA Corporation", 178.9, 45],
    ["AMD", "Advanced Micro Devices, Inc.", 203.8, 52],
    ["AVGO", "Broadcom Inc.", 340.2, 46],
    ["TSM", "Taiwan Semiconductor Manufacturing Company Limited", 275.1, 37],
    ["INTC", "Intel Corporation", 34.5, 50],
    ["QCOM", "QUALCOMM Incorporated", 163.3, 35],
    ["TXN", "Texas Instruments Incorporated", 159.4, 30],
    ["MU", "Micron Technology, Inc.", 207.4, 55],
    ["AMAT", "Applied Materials, Inc.", 223.6, 41],
    ["LRCX", "Lam Research Corporation", 142.8, 44],
    ["ADI", "Analog Devices, Inc.", 231.6, 31],
    ["MRVL", "Marvell Technology, Inc.", 77.4, 56],
    ["ASML", "ASML Holding N.V.", 971.9, 38],
    ["ARM", "Arm Holdings plc", 132.3, 58],
  ],
  Finance: [
    ["JPM", "JPMorgan Chase & Co.", 298, 25],
    ["BAC", "Bank of America Corporation", 51.6, 27],
    ["WFC", "Wells Fargo & Company", 83.1, 29],
    ["GS", "The Goldman Sachs Group, Inc.", 774, 29],
    ["MS", "Morgan Stanley", 160.4, 29],
    ["C", "Citigroup Inc.", 98.9, 31],
    ["USB", "U.S. Bancorp", 47.4, 28],
    ["COF", "Capital One Financial Corporation", 206.7, 33],
    ["V", "Visa Inc.", 328.3, 25],
    ["MA", "Mastercard Incorporated", 531.5, 25],
    ["AXP", "American Express Company", 342.1, 29],
    ["BLK", "BlackRock, Inc.", 1009.4, 27],
    ["SPGI", "S&P Global Inc.", 490.2, 25],
    ["SCHW", "The Charles Schwab Corporation", 91.3, 28],
    ["PYPL", "PayPal Holdings, Inc.", 60.6, 38],
  ],
  Healthcare: [
    ["JNJ", "Johnson & Johnson", 203.9, 25],
    ["UNH", "UnitedHealth Group Incorporated", 319.9, 36],
    ["LLY", "Eli Lilly and Company", 1059.7, 35],
    ["PFE", "Pfizer Inc.", 25, 26],
    ["ABBV", "AbbVie Inc.", 236.2, 26],
    ["MRK", "Merck & Co., Inc.", 97.7, 27],
    ["TMO", "Thermo Fisher Scientific Inc.", 589.1, 28],
    ["ABT", "Abbott Laboratories", 128.2, 25],
    ["AMGN", "Amgen Inc.", 337.2, 26],
    ["GILD", "Gilead Sciences, Inc.", 126.6, 27],
    ["ISRG", "Intuitive Surgical, Inc.", 561.3, 32],
    ["MRNA", "Moderna, Inc.", 24.1, 65],
  ],
  Energy: [
    ["XOM", "Exxon Mobil Corporation", 117.1, 25],
    ["CVX", "Chevron Corporation", 149.9, 25],
    ["COP", "ConocoPhillips", 87.2, 30],
    ["SLB", "SLB N.V.", 36.1, 35],
    ["EOG", "EOG Resources, Inc.", 106.6, 29],
    ["OXY", "Occidental Petroleum Corporation", 41.2, 34],
    ["MPC", "Marathon Petroleum Corporation", 189.1, 35],
    ["HAL", "Halliburton Company", 26.1, 39],
  ],
  Consumer: [
    ["TSLA", "Tesla, Inc.", 391.1, 60],
    ["COST", "Costco Wholesale Corporation", 899.1, 25],
    ["WMT", "Walmart Inc.", 105.3, 25],
    ["HD", "The Home Depot, Inc.", 343.3, 26],
    ["MCD", "McDonald's Corporation", 309.9, 25],
    ["NKE", "NIKE, Inc.", 62.8, 36],
    ["SBUX", "Starbucks Corporation", 84, 33],
    ["DIS", "The Walt Disney Company", 104.3, 29],
  ],
  "Meme & growth": [
    ["PLTR", "Palantir Technologies Inc.", 154.9, 65],
    ["AMC", "AMC Entertainment Holdings, Inc.", 2.2, 70],
    ["GME", "GameStop Corp.", 20.3, 68],
    ["COIN", "Coinbase Global, Inc.", 240.4, 70],
    ["RBLX", "Roblox Corporation", 92.3, 52],
    ["HOOD", "Robinhood Markets, Inc.", 107.5, 68],
    ["SOFI", "SoFi Technologies, Inc.", 25, 60],
    ["RIVN", "Rivian Automotive, Inc.", 15.1, 65],
    ["SNAP", "Snap Inc.", 7.8, 60],
    ["ROKU", "Roku, Inc.", 93.9, 56],
  ],
};

/** The 85 symbols, once each. */
export const STOCKS: readonly Stock[] = SECTORS.flatMap((sector) =>
  ROWS[sector].map((row) => stockFrom(sector, row)),
);

const BY_TICKER: ReadonlyMap<string, Stock> = new Map(
  STOCKS.map((stock) => [stock.ticker, stock] as const),
);

/** The stock of an upper-case symbol, or undefined when it is none of the 85. */
export const stockOf = (ticker: string): Stock | undefined => BY_TICKER.get(ticker);

/** The symbols the Quick Trade ticket always offers. */
export const QUICK_TRADE_TICKERS: readonly Ticker[] = [
  "AAPL",
  "MSFT",
  "GOOGL",
  "AMZN",
  "TSLA",
  "META",
  "NVDA",
  "NFLX",
  "AMD",
  "CRM",
  "UBER",
  "PLTR",
  "AMC",
  "GME",
  "COIN",
  "RBLX",
  "COST",
].map(known);

/** What a new user watches: all 85, the Quick Trade symbols first (plans with fewer take the first). */
export const DEFAULT_WATCHLIST: readonly Ticker[] = [
  ...new Set([...QUICK_TRADE_TICKERS, ...STOCKS.map(({ ticker }) => ticker)]),
];

/** The 7x Growth Challenge starts with $100,000. */
export const CHALLENGE_START: Money = money(100_000 * UNITS_PER_DOLLAR);
/** And ends, unless the user says otherwise, at $700,000. */
export const GOAL_DEFAULT: Money = money(700_000 * UNITS_PER_DOLLAR);

function stockFrom(sector: Sector, [symbol, name, dollars, volatilityPct]: Row): Stock {
  invariant(isTicker(symbol), `${symbol} is no ticker`);
  return {
    ticker: symbol,
    name,
    sector,
    basePrice: price(unitsFromNumber(dollars) ?? 0),
    annualVolatilityBps: bps(volatilityPct * 100),
  };
}

function known(symbol: string): Ticker {
  const stock = BY_TICKER.get(symbol);
  invariant(stock !== undefined, `${symbol} is not among the stocks`);
  return stock.ticker;
}
