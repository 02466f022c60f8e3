import { billingRoutes } from "./billing/billing-routes.ts";
import { brokerRoutes, brokerViews } from "./brokers/broker-routes.ts";
import { goalRoutes, goalViews } from "./goals/goal-routes.ts";
import type { HttpNeeds, HttpOptions } from "./http-needs.ts";
import type { LiveStreams } from "./live/live-streams.ts";
import { marketRoutes } from "./market/market-routes.ts";
import { recorded, recordedEach } from "./memory/recorded-reads.ts";
import { orderRoutes, orderViews } from "./orders/order-routes.ts";
import { positionSaleRoutes } from "./orders/position-sale-routes.ts";
import { portfolioRoutes } from "./portfolio/portfolio-routes.ts";
import type { Limiters } from "./rate-limits.ts";
import type { Route, View } from "./route.ts";
import { settingsRoutes, settingsViews } from "./settings/settings-routes.ts";
import { accountRoutes } from "./sign-in/account-routes.ts";
import { entering } from "./sign-in/entering.ts";
import { leaving } from "./sign-in/leaving.ts";
import { signInListRoutes } from "./sign-in/sign-in-list-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import { watchlistRoutes, watchlistViews } from "./watchlist/watchlist-routes.ts";
import { workerRoutes, workerViews } from "./worker/worker-routes.ts";

/** What is both answered and pushed. */
export const apiViews = (needs: HttpNeeds): readonly View[] => [
  ...recordedEach(needs, portfolioRoutes),
  ...recordedEach(needs, goalViews),
  ...recordedEach(needs, brokerViews),
  ...recordedEach(needs, settingsViews),
  ...recordedEach(needs, orderViews),
  ...recordedEach(needs, watchlistViews),
  ...recordedEach(needs, workerViews),
];

/** Every call of the contract with what answers it, in the order they are tried. */
export const apiRoutes = (
  needs: HttpNeeds,
  options: HttpOptions,
  parts: {
    readonly views: readonly View[];
    readonly limiters: Pick<Limiters, "isAtHome">;
    readonly live: Pick<LiveStreams, "endSignIn" | "reconnect">;
  },
): readonly Route[] => [
  ...recorded(needs, (own) =>
    signInRoutes(own, {
      ...parts,
      enter: entering(needs, options, parts.live),
      leave: leaving(needs, parts.live),
    }),
  ),
  ...accountRoutes(needs, options, { leave: leaving(needs, parts.live), live: parts.live }),
  ...signInListRoutes(needs),
  ...tokenRoutes(needs),
  ...billingRoutes(needs, options),
  ...parts.views,
  ...goalRoutes(needs),
  ...brokerRoutes(needs),
  ...settingsRoutes(needs),
  ...orderRoutes(needs),
  ...positionSaleRoutes(needs),
  ...recorded(needs, (own) => marketRoutes(own, options)),
  ...watchlistRoutes(needs),
  ...workerRoutes(needs),
];
