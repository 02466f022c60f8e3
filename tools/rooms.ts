/**
 * The folders of `packages/application/src`, each of which may import those before it and none after.
 * What a reader finds in each stands in docs/architecture.md.
 */
export const ROOMS: readonly string[] = [
  "chance",
  "ports",
  "trading/prices",
  "trading/safeguards",
  "trading/account",
  "trading/orders",
  "trading/fills",
  "trading/activities",
  "trading/reconciliation",
  "trading/placing",
  "trading/decisions",
  "trading/strategies",
  "trading/stops",
  "trading/sales",
  "brokers",
  "trading/settings",
  "trading/session",
  "research/metrics",
  "research/indicators",
  "research/shorts",
  "research/parts",
  "research/backtest",
  "research/own-strategy",
  "research/sweep",
  "research/walk-forward",
  "research/monte-carlo",
  "exchange",
  "people",
  "billing",
  "views",
  "watch",
  "broker-kit",
  "testing",
];

/** What several pages of `packages/web/src` show or build on; every other folder there is one page's. */
export const SHARED_BY_PAGES: readonly string[] = [
  "api",
  "broker",
  "chart-notes",
  "equity",
  "fields",
  "layout",
  "live",
  "market",
  "orders",
  "plans",
  "protection",
  "qr",
  "ui",
  "worker",
];

const APPLICATION = "packages/application/src/";

/** Where a file of the application stands among the rooms; -1 where it stands in none. */
export function rankOf(path: string): number {
  const inside = path.slice(APPLICATION.length);
  // The list of all ports.
  if (inside === "ports.ts") return ROOMS.indexOf("ports");
  return ROOMS.findLastIndex((room) => inside.startsWith(`${room}/`));
}
