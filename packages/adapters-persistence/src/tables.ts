import type { Tables } from "@sevenfold/application/ports/stores/storage";
import type { EntityManager } from "typeorm";
import { typeormAccountStore } from "./accounts/typeorm-account-store.ts";
import { typeormActivityStore } from "./activities/typeorm-activity-store.ts";
import { typeormAuditStore } from "./audit/typeorm-audit-store.ts";
import { typeormAuthorisationStore } from "./authorisations/typeorm-authorisation-store.ts";
import { typeormDecisionStore } from "./decisions/typeorm-decision-store.ts";
import { typeormEquityStore } from "./equity/typeorm-equity-store.ts";
import { typeormCapitalStore } from "./fills/typeorm-capital-store.ts";
import { typeormFillStore } from "./fills/typeorm-fill-store.ts";
import { typeormLeaseStore } from "./leases/typeorm-lease-store.ts";
import { typeormOrderStore } from "./orders/typeorm-order-store.ts";
import { typeormPaymentNoticeStore } from "./payment-notices/typeorm-payment-notice-store.ts";
import { typeormPortfolioStore } from "./portfolios/typeorm-portfolio-store.ts";
import { typeormHoldingsReader } from "./positions/typeorm-holdings-store.ts";
import { typeormPositionStore } from "./positions/typeorm-position-store.ts";
import { typeormRequestStore } from "./requests/typeorm-request-store.ts";
import {
  typeormHaltStore,
  typeormQuarantineStore,
  typeormVenueHoursStore,
} from "./safeguards/typeorm-safeguard-stores.ts";
import { typeormSaleStore } from "./sales/typeorm-sale-store.ts";
import { typeormSeatStore } from "./seats/typeorm-seat-store.ts";
import { typeormSettingsStore } from "./settings/typeorm-settings-store.ts";
import { typeormSignInStore } from "./sign-ins/typeorm-sign-in-store.ts";
import { typeormThrottleStore } from "./throttles/typeorm-throttle-store.ts";
import { typeormApiTokenStore } from "./tokens/typeorm-api-token-store.ts";
import { typeormTotpStore } from "./totp/typeorm-totp-store.ts";
import { typeormTrailStore } from "./trails/typeorm-trail-store.ts";
import { typeormUserStore } from "./users/typeorm-user-store.ts";
import { typeormWatchlistStore } from "./watchlist/typeorm-watchlist-store.ts";
import { typeormWorkerStore } from "./workers/typeorm-worker-store.ts";

/** Every store, bound to one manager: inside a transaction, to that transaction's and no other. */
export const tablesOf = (manager: EntityManager): Tables => ({
  users: typeormUserStore(manager),
  portfolios: typeormPortfolioStore(manager),
  accounts: typeormAccountStore(manager),
  settings: typeormSettingsStore(manager),
  orders: typeormOrderStore(manager),
  fills: typeormFillStore(manager),
  capital: typeormCapitalStore(manager),
  activities: typeormActivityStore(manager),
  positions: typeormPositionStore(manager),
  holdings: typeormHoldingsReader(manager),
  trails: typeormTrailStore(manager),
  watchlist: typeormWatchlistStore(manager),
  equity: typeormEquityStore(manager),
  decisions: typeormDecisionStore(manager),
  requests: typeormRequestStore(manager),
  workers: typeormWorkerStore(manager),
  leases: typeormLeaseStore(manager),
  seats: typeormSeatStore(manager),
  sales: typeormSaleStore(manager),
  halts: typeormHaltStore(manager),
  quarantine: typeormQuarantineStore(manager),
  venueHours: typeormVenueHoursStore(manager),
  signIns: typeormSignInStore(manager),
  authorisations: typeormAuthorisationStore(manager),
  totp: typeormTotpStore(manager),
  apiTokens: typeormApiTokenStore(manager),
  throttles: typeormThrottleStore(manager),
  paymentNotices: typeormPaymentNoticeStore(manager),
  audit: typeormAuditStore(manager),
});
