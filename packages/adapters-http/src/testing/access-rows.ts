import { PASSWORD } from "./http-world.ts";
import { WRONG_KEY } from "./small-broker.ts";

const BROKER_KEYS = { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "secret" };
export const NO_ID = "00000000-0000-4000-8000-000000000000";
const LOGIN = { username: "nobody", email: "nobody@example.com", password: "a wrong one" };
const REGISTRATION = {
  username: "somebody",
  email: "somebody@example.com",
  password: PASSWORD,
  brokerProvider: "alpaca",
  brokerApiKey: `${WRONG_KEY}-0123456789`,
  brokerSecretKey: "secret",
};
export const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 1 };

export interface Row {
  /** The path of a call that is right but for who makes it, with what it names of B's: see `Names`. */
  readonly path?: string;
  readonly body?: object;
  /** What who is not signed in gets from a call for anyone; 200 when not said. */
  readonly nobody?: number;
  /** What a demo visitor gets; 200 when not said. */
  readonly demo?: number;
  /** What a user gets; the same as a demo visitor when not said. */
  readonly user?: number;
  /** What user A gets with B's id in the path; 200 where the path names nothing of a user. */
  readonly onOthers?: number;
}

/** Each route with the call that tries it. A new route needs a row. */
export const ROWS: Readonly<Record<string, Row>> = {
  "POST /api/login": { body: LOGIN, nobody: 401, demo: 401, onOthers: 401 },
  "POST /api/register": { body: REGISTRATION, nobody: 422, demo: 422, onOthers: 422 },
  "POST /api/demo-login": { body: {} },
  "POST /api/logout": { body: {} },
  "POST /api/user/password": {
    body: { currentPassword: PASSWORD, newPassword: "another horse battery" },
    demo: 403,
    user: 200,
    onOthers: 403,
  },
  // A user with an open order is not deleted.
  "POST /api/user/delete": { body: { password: PASSWORD }, demo: 403, user: 409, onOthers: 403 },
  "GET /api/sign-ins": {},
  "DELETE /api/sign-ins/:id": { path: "/api/sign-ins/:signIn", onOthers: 404 },
  "POST /api/sign-ins/revoke-others": { body: {} },
  "POST /api/totp/begin": { body: { password: PASSWORD }, demo: 403, user: 200, onOthers: 403 },
  "POST /api/totp/confirm": { body: { totpCode: "123456" }, demo: 403, user: 409, onOthers: 403 },
  "POST /api/totp/remove": {
    body: { password: PASSWORD, totpCode: "123456" },
    demo: 403,
    user: 409,
    onOthers: 403,
  },
  "GET /api/tokens": {},
  "POST /api/tokens": {
    body: { name: "T", scope: "read", password: PASSWORD },
    demo: 403,
    user: 402,
    onOthers: 403,
  },
  "DELETE /api/tokens/:id": { path: `/api/tokens/${NO_ID}`, demo: 404, onOthers: 404 },
  "GET /api/user": {},
  "GET /api/subscription/status": {},
  "GET /api/billing": {},
  "GET /api/billing/mode": {},
  "GET /api/billing/invoices": {},
  "POST /api/billing/sync": { body: {} },
  "POST /api/billing/checkout": { body: { plan: "basic" }, demo: 403, user: 200, onOthers: 403 },
  // Nobody of the matrix has bought anything.
  "POST /api/billing/portal": { body: {}, demo: 409, onOthers: 409 },
  "POST /api/subscription/change": { body: { plan: "pro" }, demo: 409, onOthers: 409 },
  "POST /api/subscription/cancel": { body: {}, demo: 409, onOthers: 409 },
  "POST /api/subscription/resume": { body: {}, demo: 409, onOthers: 409 },
  "GET /api/account": {},
  "GET /api/portfolio": {},
  "GET /api/positions": {},
  "GET /api/positions/with-prices": {},
  "GET /api/positions/protection": {},
  "GET /api/venues": {},
  "GET /api/positions/elsewhere": {},
  "GET /api/portfolio/summary": {},
  "GET /api/goals/performance": {},
  "PATCH /api/portfolio": { body: { goalAmount: 800_000 } },
  "GET /api/trading-config": {},
  "PUT /api/trading-config": { body: { sharesToBuy: 5 } },
  "GET /api/trading-config/history": {},
  "POST /api/trading-config/preview": { body: { buyDropPct: 0.05 } },
  "GET /api/automated-symbols": {},
  "PUT /api/automated-symbols": { body: { tickers: ["AAPL"] } },
  "GET /api/risk": {},
  "PUT /api/risk": { body: { coolDownSec: 60 } },
  "GET /api/portfolio/daily-change": {},
  "GET /api/portfolio/equity": { path: "/api/portfolio/equity?range=1w" },
  "GET /api/trades": {},
  "GET /api/trades/page": {},
  "GET /api/activities": {},
  "GET /api/orders": {},
  "GET /api/orders/page": {},
  "POST /api/orders": { body: BUY },
  "POST /api/orders/check": { body: BUY },
  "POST /api/orders/:clientKey/cancel": {
    path: "/api/orders/:order/cancel",
    body: {},
    onOthers: 404,
  },
  "POST /api/orders/cancel-all": { body: {} },
  "GET /api/orders/cancel-all/:id": {
    path: "/api/orders/cancel-all/00000000-0000-4000-8000-000000000000",
    demo: 404,
    onOthers: 404,
  },
  "POST /api/positions/sell": { body: { ticker: "AAPL", shares: 1 }, demo: 422, onOthers: 422 },
  "POST /api/positions/sell-all": { body: {}, demo: 409, onOthers: 409 },
  "GET /api/positions/sell-all": {},
  "GET /api/positions/sell-all/:id": {
    path: "/api/positions/sell-all/00000000-0000-4000-8000-000000000000",
    demo: 404,
    onOthers: 404,
  },
  "POST /api/positions/sync": { body: {} },
  "POST /api/positions/:ticker/manage": {
    path: "/api/positions/AAPL/manage",
    body: { managed: true },
    demo: 404,
    onOthers: 404,
  },
  "GET /api/brokers": {},
  "POST /api/brokers": { body: BROKER_KEYS, demo: 403, user: 200, onOthers: 403 },
  "POST /api/brokers/paper-keys": { body: {} },
  // The accounts of the matrix are all in by their keys alone.
  "POST /api/brokers/:id/authorise": {
    path: "/api/brokers/:broker/authorise",
    demo: 409,
    onOthers: 404,
  },
  "POST /api/brokers/:id/verify": {
    path: "/api/brokers/:broker/verify",
    body: { verifier: "CODE42" },
    demo: 409,
    onOthers: 404,
  },
  "POST /api/brokers/:id/select": {
    path: "/api/brokers/:broker/select",
    body: {},
    onOthers: 404,
  },
  "PATCH /api/brokers/:id": {
    path: "/api/brokers/:broker",
    body: { accountLabel: "Mine" },
    demo: 403,
    user: 200,
    onOthers: 404,
  },
  "DELETE /api/brokers/:id": {
    path: "/api/brokers/:broker",
    demo: 403,
    // An account with an open order is not removed.
    user: 409,
    onOthers: 404,
  },
  "GET /api/decisions": {},
  "GET /api/decisions/page": {},
  "GET /api/market/quote": { path: "/api/market/quote?symbol=AAPL" },
  "GET /api/market/quote/:symbol": { path: "/api/market/quote/AAPL" },
  "GET /api/market/hours": {},
  "GET /api/market/bars": { path: "/api/market/bars?symbol=AAPL" },
  "GET /api/market/glances": {},
  "GET /api/market/panel": {},
  "GET /api/company/:ticker": { path: "/api/company/AAPL" },
  "POST /api/company/batch": { body: { tickers: ["AAPL"] } },
  "GET /api/watchlist": {},
  "POST /api/watchlist": { body: { ticker: "AAPL" } },
  "DELETE /api/watchlist/:ticker": { path: "/api/watchlist/AAPL" },
  "GET /api/worker/status": {},
  "POST /api/worker/toggle": { body: { enabled: true } },
};
