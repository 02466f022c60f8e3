import type * as market from "@sevenfold/contract/market";
import type * as orders from "@sevenfold/contract/orders";
import type * as portfolio from "@sevenfold/contract/portfolio";
import type * as user from "@sevenfold/contract/sign-in";
import type * as watchlist from "@sevenfold/contract/watchlist";
import type * as worker from "@sevenfold/contract/worker";
import { line } from "./line.ts";

export const demoSignIn = line<typeof user.demoSignIn>("post", "/api/demo-login");
export const signOut = line<typeof user.signOut>("post", "/api/logout");
export const readUser = line<typeof user.readUser>("get", "/api/user");
export const readSubscription = line<typeof user.readSubscription>(
  "get",
  "/api/subscription/status",
);

export const readQuote = line<typeof market.readQuote>("get", "/api/market/quote");
export const readMarketHours = line<typeof market.readMarketHours>("get", "/api/market/hours");
export const listBars = line<typeof market.listBars>("get", "/api/market/bars");
export const readMarketPanel = line<typeof market.readMarketPanel>("get", "/api/market/panel");
export const readCompany = line<typeof market.readCompany>("get", "/api/company/:ticker");

export const readAccount = line<typeof portfolio.readAccount>("get", "/api/account");
export const readPortfolio = line<typeof portfolio.readPortfolio>("get", "/api/portfolio");
export const listPositions = line<typeof portfolio.listPositions>("get", "/api/positions");
export const readDailyChange = line<typeof portfolio.readDailyChange>(
  "get",
  "/api/portfolio/daily-change",
);
export const readEquityCurve = line<typeof portfolio.readEquityCurve>(
  "get",
  "/api/portfolio/equity",
);

export const listPricedPositions = line<typeof portfolio.listPricedPositions>(
  "get",
  "/api/positions/with-prices",
);
export const readPortfolioSummary = line<typeof portfolio.readPortfolioSummary>(
  "get",
  "/api/portfolio/summary",
);
export const manageHolding = line<typeof portfolio.manageHolding>(
  "post",
  "/api/positions/:ticker/manage",
);

export const listTrades = line<typeof orders.listTrades>("get", "/api/trades");
export const placeOrder = line<typeof orders.placeOrder>("post", "/api/orders");
export const listOrders = line<typeof orders.listOrders>("get", "/api/orders");
export const cancelOrder = line<typeof orders.cancelOrder>("post", "/api/orders/:clientKey/cancel");
export const sellPosition = line<typeof orders.sellPosition>("post", "/api/positions/sell");
export const sellAll = line<typeof orders.sellAll>("post", "/api/positions/sell-all");
export const readSellAll = line<typeof orders.readSellAll>("get", "/api/positions/sell-all/:id");
export const syncPositions = line<typeof orders.syncPositions>("post", "/api/positions/sync");
export const listDecisions = line<typeof orders.listDecisions>("get", "/api/decisions");

export const readWatchlist = line<typeof watchlist.readWatchlist>("get", "/api/watchlist");
export const addToWatchlist = line<typeof watchlist.addToWatchlist>("post", "/api/watchlist");
export const removeFromWatchlist = line<typeof watchlist.removeFromWatchlist>(
  "delete",
  "/api/watchlist/:ticker",
);

export const readWorkerStatus = line<typeof worker.readWorkerStatus>("get", "/api/worker/status");
export const toggleWorker = line<typeof worker.toggleWorker>("post", "/api/worker/toggle");
