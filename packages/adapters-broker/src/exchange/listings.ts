/** Which of the companies the product knows are listed at NASDAQ; the others are at the NYSE. */
const AT_NASDAQ: ReadonlySet<string> = new Set([
  ...["AAPL", "MSFT", "GOOGL", "AMZN", "META", "NFLX", "ADBE", "INTU", "CSCO", "SHOP", "PANW"],
  ...["CRWD", "NVDA", "AMD", "AVGO", "INTC", "QCOM", "TXN", "MU", "AMAT", "LRCX", "ADI", "MRVL"],
  ...["ASML", "ARM", "PYPL", "AMGN", "GILD", "ISRG", "MRNA", "TSLA", "COST", "WMT", "SBUX"],
  ...["PLTR", "COIN", "HOOD", "SOFI", "RIVN", "ROKU"],
]);

/** The vendor's word for where a stock is listed. */
export const listingOf = (ticker: string): "NASDAQ" | "NYSE" =>
  AT_NASDAQ.has(ticker) ? "NASDAQ" : "NYSE";
