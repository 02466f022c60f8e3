import { ALPACA_PAPER, builtInHosts } from "@sevenfold/adapters-broker/alpaca/alpaca-hosts";
import { alpacaMarketData } from "@sevenfold/adapters-broker/alpaca/alpaca-market-data";
import { ALPACA_IEX, ALPACA_SIP } from "@sevenfold/adapters-broker/alpaca/alpaca-market-feed";
import {
  TIINGO_SETTINGS,
  tiingoMarketData,
} from "@sevenfold/adapters-broker/prices/tiingo/tiingo-market-data";
import {
  TWELVE_DATA_SETTINGS,
  twelveDataMarketData,
} from "@sevenfold/adapters-broker/prices/twelve-data/twelve-data-market-data";
import {
  openYahooCharts,
  YAHOO_SETTINGS,
  type YahooCharts,
} from "@sevenfold/adapters-broker/prices/yahoo/yahoo-charts";
import { yahooMarketData } from "@sevenfold/adapters-broker/prices/yahoo/yahoo-market-data";
import type { Ports } from "@sevenfold/application/ports";
import type { MarketData } from "@sevenfold/application/ports/market-data";
import { openFailover } from "@sevenfold/application/trading/prices/failover";
import { openPatternWatch } from "@sevenfold/application/trading/prices/pattern-watch";
import { openPriceBoard } from "@sevenfold/application/trading/prices/price-board";
import type { PriceMarket } from "@sevenfold/application/trading/prices/venue-prices";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Configuration } from "./configuration.ts";
import type { PriceProviderName } from "./price-settings.ts";

type Needs = Pick<Ports, "clock" | "log">;

/** The one line to Yahoo for all that is asked there; undefined where the operator does not name it. */
export const yahooLineOf = (
  { prices }: Pick<Configuration, "prices">,
  clock: Needs["clock"],
): YahooCharts | undefined =>
  prices.providers.includes("yahoo") ? openYahooCharts(YAHOO_SETTINGS, clock) : undefined;

/** The real market with its providers behind each other; undefined where none is set up. */
export function openRealMarket(
  configuration: Pick<Configuration, "alpacaPaperUrl" | "prices">,
  {
    calendar,
    clock,
    log,
    shared,
    yahoo,
  }: Needs & {
    /** A provider as all processes read it together. */
    readonly shared: (own: MarketData) => MarketData;
    readonly calendar: TradingCalendar;
    readonly yahoo: YahooCharts | undefined;
  },
): (PriceMarket & { stop(): Promise<void> }) | undefined {
  const { forOrders, providers } = configuration.prices;
  if (providers.length === 0) return undefined;
  const opened = providers.map((name) => openProvider(name, configuration, { clock, yahoo }));
  const idsForOrders = new Set(
    opened.flatMap(({ provider }, index) =>
      forOrders.includes(providers[index]!) ? [provider.id] : [],
    ),
  );
  const marketData = openFailover({
    ...{ calendar, clock, log, providers: opened.map(shared) },
    isForOrders: ({ id }) => idsForOrders.has(id),
  });
  const prices = openPriceBoard({ calendar, clock, log, marketData });
  const patterns = openPatternWatch({ calendar, clock, log, marketData, prices });
  return {
    ...{ marketData, patterns, prices },
    stop: async () => {
      await patterns.stop();
      await prices.stop();
    },
  };
}

/** One of them by itself. */
export function openProvider(
  name: PriceProviderName,
  { alpacaPaperUrl, prices }: Pick<Configuration, "alpacaPaperUrl" | "prices">,
  { clock, yahoo }: Pick<Needs, "clock"> & { readonly yahoo: YahooCharts | undefined },
): MarketData {
  switch (name) {
    case "alpaca": {
      const { feed, ...keys } = prices.alpaca!;
      const hosts =
        alpacaPaperUrl === undefined
          ? { ...ALPACA_PAPER, marketDataStreamUrl: `${ALPACA_STREAMS}/${feed}` }
          : builtInHosts(alpacaPaperUrl);
      return alpacaMarketData({ ...hosts, ...keys }, feed === "sip" ? ALPACA_SIP : ALPACA_IEX);
    }
    case "yahoo":
      return yahooMarketData(YAHOO_SETTINGS, clock, yahoo);
    case "twelve-data":
      return twelveDataMarketData(
        { ...TWELVE_DATA_SETTINGS, apiKey: prices.twelveDataKey! },
        clock,
      );
    case "tiingo":
      return tiingoMarketData({ ...TIINGO_SETTINGS, token: prices.tiingoToken! }, clock);
  }
}

const ALPACA_STREAMS = "wss://stream.data.alpaca.markets/v2";
