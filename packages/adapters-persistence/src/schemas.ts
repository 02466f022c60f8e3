import type { DataSourceOptions } from "typeorm";
import { accountSchema, credentialsSchema } from "./accounts/account-rows.ts";
import { activitySchema } from "./activities/activity-rows.ts";
import { auditSchema } from "./audit/audit-rows.ts";
import { authorisationSchema } from "./authorisations/authorisation-rows.ts";
import { decisionSchema } from "./decisions/decision-rows.ts";
import { equitySchema } from "./equity/equity-rows.ts";
import { executionSchema, postingSchema, tradeSchema } from "./fills/fill-rows.ts";
import { leaseSchema } from "./leases/lease-rows.ts";
import { historicalPriceSchema } from "./market/historical-price-rows.ts";
import { orderSchema } from "./orders/order-rows.ts";
import { paymentNoticeSchema } from "./payment-notices/payment-notice-rows.ts";
import { portfolioSchema } from "./portfolios/portfolio-rows.ts";
import { brokerPositionSchema, positionSchema } from "./positions/position-rows.ts";
import { requestSchema } from "./requests/request-rows.ts";
import { haltSchema, quarantineSchema, venueHoursSchema } from "./safeguards/safeguard-rows.ts";
import { saleSchema } from "./sales/sale-rows.ts";
import { seatSchema } from "./seats/seat-rows.ts";
import {
  configSchema,
  portfolioConfigSchema,
  riskSchema,
  settingsHistorySchema,
} from "./settings/settings-rows.ts";
import { signInSchema } from "./sign-ins/sign-in-rows.ts";
import { throttleSchema } from "./throttles/throttle-rows.ts";
import { apiTokenSchema } from "./tokens/api-token-rows.ts";
import { totpSchema } from "./totp/totp-rows.ts";
import { trailSchema } from "./trails/trail-rows.ts";
import { userSchema } from "./users/user-rows.ts";
import { watchlistSchema } from "./watchlist/watchlist-rows.ts";
import { workerPingSchema } from "./workers/worker-rows.ts";

/** Every table. A test holds them equal to what the migrations make. */
export const SCHEMAS: NonNullable<DataSourceOptions["entities"]> = [
  userSchema,
  portfolioSchema,
  accountSchema,
  credentialsSchema,
  configSchema,
  portfolioConfigSchema,
  riskSchema,
  settingsHistorySchema,
  orderSchema,
  executionSchema,
  tradeSchema,
  postingSchema,
  activitySchema,
  positionSchema,
  brokerPositionSchema,
  trailSchema,
  watchlistSchema,
  equitySchema,
  decisionSchema,
  requestSchema,
  workerPingSchema,
  leaseSchema,
  seatSchema,
  signInSchema,
  authorisationSchema,
  totpSchema,
  apiTokenSchema,
  throttleSchema,
  paymentNoticeSchema,
  auditSchema,
  historicalPriceSchema,
  saleSchema,
  haltSchema,
  quarantineSchema,
  venueHoursSchema,
];
