import type { Tables } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";
import { typeormAccountStore } from "./accounts/typeorm-account-store.ts";
import { typeormAuditStore } from "./audit/typeorm-audit-store.ts";
import { typeormAuthorisationStore } from "./authorisations/typeorm-authorisation-store.ts";
import { typeormDecisionStore } from "./decisions/typeorm-decision-store.ts";
import { typeormEquityStore } from "./equity/typeorm-equity-store.ts";
import { typeormCapitalStore } from "./fills/typeorm-capital-store.ts";
import { typeormFillStore } from "./fills/typeorm-fill-store.ts";
import { typeormLeaseStore } from "./leases/typeorm-lease-store.ts";
import { typeormOrderStore } from "./orders/typeorm-order-store.ts";
import { typeormPortfolioStore } from "./portfolios/typeorm-portfolio-store.ts";
import { typeormHoldingsStore } from "./positions/typeorm-holdings-store.ts";
import { typeormPositionStore } from "./positions/typeorm-position-store.ts";
import { typeormRequestStore } from "./requests/typeorm-request-store.ts";
import { typeormHaltStore, typeormQuarantineStore } from "./safeguards/typeorm-safeguard-stores.ts";
import { typeormSaleStore } from "./sales/typeorm-sale-store.ts";
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
  positions: typeormPositionStore(manager),
  holdings: typeormHoldingsStore(manager),
  trails: typeormTrailStore(manager),
  watchlist: typeormWatchlistStore(manager),
  equity: typeormEquityStore(manager),
  decisions: typeormDecisionStore(manager),
  requests: typeormRequestStore(manager),
  workers: typeormWorkerStore(manager),
  leases: typeormLeaseStore(manager),
  sales: typeormSaleStore(manager),
  halts: typeormHaltStore(manager),
  quarantine: typeormQuarantineStore(manager),
  signIns: typeormSignInStore(manager),
  authorisations: typeormAuthorisationStore(manager),
  totp: typeormTotpStore(manager),
  apiTokens: typeormApiTokenStore(manager),
  throttles: typeormThrottleStore(manager),
  audit: typeormAuditStore(manager),
});
