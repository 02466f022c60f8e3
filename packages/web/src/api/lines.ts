import type * as tokens from "@sevenfold/contract/api-tokens";
import type * as brokers from "@sevenfold/contract/brokers";
import type * as market from "@sevenfold/contract/market";
import type * as orders from "@sevenfold/contract/orders";
import type * as portfolio from "@sevenfold/contract/portfolio";
import type * as settings from "@sevenfold/contract/settings";
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
export const signIn = line<typeof user.signIn>("post", "/api/login");
export const register = line<typeof user.register>("post", "/api/register");
export const changePassword = line<typeof user.changePassword>("post", "/api/user/password");
export const deleteUser = line<typeof user.deleteUser>("post", "/api/user/delete");
export const listSignIns = line<typeof user.listSignIns>("get", "/api/sign-ins");
export const revokeSignIn = line<typeof user.revokeSignIn>("delete", "/api/sign-ins/:id");
export const revokeOtherSignIns = line<typeof user.revokeOtherSignIns>(
  "post",
  "/api/sign-ins/revoke-others",
);
export const beginTotp = line<typeof user.beginTotp>("post", "/api/totp/begin");
export const confirmTotp = line<typeof user.confirmTotp>("post", "/api/totp/confirm");
export const removeTotp = line<typeof user.removeTotp>("post", "/api/totp/remove");

export const listApiTokens = line<typeof tokens.listApiTokens>("get", "/api/tokens");
export const createApiToken = line<typeof tokens.createApiToken>("post", "/api/tokens");
export const revokeApiToken = line<typeof tokens.revokeApiToken>("delete", "/api/tokens/:id");

export const listBrokers = line<typeof brokers.listBrokers>("get", "/api/brokers");
export const connectBroker = line<typeof brokers.connectBroker>("post", "/api/brokers");
export const authoriseBroker = line<typeof brokers.authoriseBroker>(
  "post",
  "/api/brokers/:id/authorise",
);
export const verifyBroker = line<typeof brokers.verifyBroker>("post", "/api/brokers/:id/verify");
export const issuePaperKeys = line<typeof brokers.issuePaperKeys>(
  "post",
  "/api/brokers/paper-keys",
);
export const selectBroker = line<typeof brokers.selectBroker>("post", "/api/brokers/:id/select");
export const changeBroker = line<typeof brokers.changeBroker>("patch", "/api/brokers/:id");
export const removeBroker = line<typeof brokers.removeBroker>("delete", "/api/brokers/:id");

export const readTradingConfig = line<typeof settings.readTradingConfig>(
  "get",
  "/api/trading-config",
);
export const changeTradingConfig = line<typeof settings.changeTradingConfig>(
  "put",
  "/api/trading-config",
);
export const listSettingsChanges = line<typeof settings.listSettingsChanges>(
  "get",
  "/api/trading-config/history",
);
export const previewSettings = line<typeof settings.previewSettings>(
  "post",
  "/api/trading-config/preview",
);
export const readRisk = line<typeof settings.readRisk>("get", "/api/risk");
export const changeRisk = line<typeof settings.changeRisk>("put", "/api/risk");
export const readAutomatedSymbols = line<typeof settings.readAutomatedSymbols>(
  "get",
  "/api/automated-symbols",
);
export const chooseAutomatedSymbols = line<typeof settings.chooseAutomatedSymbols>(
  "put",
  "/api/automated-symbols",
);

export const readQuote = line<typeof market.readQuote>("get", "/api/market/quote");
export const readMarketHours = line<typeof market.readMarketHours>("get", "/api/market/hours");
export const listBars = line<typeof market.listBars>("get", "/api/market/bars");
export const listGlances = line<typeof market.listGlances>("get", "/api/market/glances");
export const readMarketPanel = line<typeof market.readMarketPanel>("get", "/api/market/panel");
export const readCompany = line<typeof market.readCompany>("get", "/api/company/:ticker");

export const readAccount = line<typeof portfolio.readAccount>("get", "/api/account");
export const readPortfolio = line<typeof portfolio.readPortfolio>("get", "/api/portfolio");
export const changeGoal = line<typeof portfolio.changeGoal>("patch", "/api/portfolio");
export const readGoalPerformance = line<typeof portfolio.readGoalPerformance>(
  "get",
  "/api/goals/performance",
);
export const listPositions = line<typeof portfolio.listPositions>("get", "/api/positions");
export const readProtection = line<typeof portfolio.readProtection>(
  "get",
  "/api/positions/protection",
);
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
export const readTradePage = line<typeof orders.readTradePage>("get", "/api/trades/page");
export const placeOrder = line<typeof orders.placeOrder>("post", "/api/orders");
export const checkOrder = line<typeof orders.checkOrder>("post", "/api/orders/check");
export const listOrders = line<typeof orders.listOrders>("get", "/api/orders");
export const readOrderPage = line<typeof orders.readOrderPage>("get", "/api/orders/page");
export const cancelOrder = line<typeof orders.cancelOrder>("post", "/api/orders/:clientKey/cancel");
export const cancelAll = line<typeof orders.cancelAll>("post", "/api/orders/cancel-all");
export const readCancelAll = line<typeof orders.readCancelAll>("get", "/api/orders/cancel-all/:id");
export const sellPosition = line<typeof orders.sellPosition>("post", "/api/positions/sell");
export const sellAll = line<typeof orders.sellAll>("post", "/api/positions/sell-all");
export const readSellAll = line<typeof orders.readSellAll>("get", "/api/positions/sell-all/:id");
export const syncPositions = line<typeof orders.syncPositions>("post", "/api/positions/sync");
export const listDecisions = line<typeof orders.listDecisions>("get", "/api/decisions");
export const readDecisionPage = line<typeof orders.readDecisionPage>("get", "/api/decisions/page");

export const readWatchlist = line<typeof watchlist.readWatchlist>("get", "/api/watchlist");
export const addToWatchlist = line<typeof watchlist.addToWatchlist>("post", "/api/watchlist");
export const removeFromWatchlist = line<typeof watchlist.removeFromWatchlist>(
  "delete",
  "/api/watchlist/:ticker",
);

export const readWorkerStatus = line<typeof worker.readWorkerStatus>("get", "/api/worker/status");
export const toggleWorker = line<typeof worker.toggleWorker>("post", "/api/worker/toggle");
