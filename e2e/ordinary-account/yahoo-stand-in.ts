import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the market last paid for a share, and when; undefined where it lists no such share. */
export type LatestTrade = (
  symbol: string,
) => Promise<{ readonly dollars: number; readonly at: number } | undefined>;

/** Speaks Yahoo's chart call, with the latest trade of a market and no bars. */
export interface YahooStandIn {
  readonly url: string;
  readonly calls: () => number;
  close(): Promise<void>;
}

export async function startYahooStandIn(latest: LatestTrade): Promise<YahooStandIn> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const symbol = decodeURIComponent(request.url?.split("?")[0]?.split("/").at(-1) ?? "");
    answer(response, symbol, latest).catch(() => request.socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(response: ServerResponse, symbol: string, latest: LatestTrade) {
  const trade = await latest(symbol);
  const [status, body] = trade ? [200, chartOf(symbol, trade)] : [404, NOT_FOUND];
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const chartOf = (symbol: string, { at, dollars }: { dollars: number; at: number }) => ({
  chart: {
    result: [
      {
        meta: {
          ...{ currency: "USD", symbol, exchangeTimezoneName: "America/New_York" },
          regularMarketPrice: Math.fround(dollars),
          regularMarketTime: Math.floor(at / 1_000),
          longName: `${symbol} Incorporated`,
        },
        indicators: { quote: [{}] },
      },
    ],
    error: null,
  },
});

const NOT_FOUND = {
  chart: {
    result: null,
    error: { code: "Not Found", description: "No data found, symbol may be delisted" },
  },
};
