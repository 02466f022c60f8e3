import { UsersAndPortfolios1700000000001 } from "./0001-users-and-portfolios.ts";
import { BrokerProfilesAndSettings1700000000002 } from "./0002-broker-profiles-and-settings.ts";
import { OrdersAndLedger1700000000003 } from "./0003-orders-and-ledger.ts";
import { TrailsJournalAndWorker1700000000004 } from "./0004-trails-journal-and-worker.ts";
import { SignInAndAudit1700000000005 } from "./0005-sign-in-and-audit.ts";
import { BrokerValidation1700000000006 } from "./0006-broker-validation.ts";
import { Sales1700000000007 } from "./0007-sales.ts";
import { Safeguards1700000000010 } from "./0010-safeguards.ts";
import { ChosenSymbols1700000000011 } from "./0011-chosen-symbols.ts";
import { PatternsInJournal1700000000012 } from "./0012-patterns-in-journal.ts";
import { BrokerAuthorisations1700000000013 } from "./0013-broker-authorisations.ts";
import { AccountNotChosen1700000000014 } from "./0014-account-not-chosen.ts";
import { DisconnectedAccounts1700000000015 } from "./0015-disconnected-accounts.ts";
import { ExecutionsInOrder1700000000016 } from "./0016-executions-in-order.ts";
import { SalesTakenUp1700000000017 } from "./0017-sales-taken-up.ts";
import { Reductions1700000000018 } from "./0018-reductions.ts";
import { WordsInJournal1700000000019 } from "./0019-words-in-journal.ts";
import { ListsInOrder1700000000020 } from "./0020-lists-in-order.ts";
import { EquityGrains1700000000021 } from "./0021-equity-grains.ts";
import { TokenRights1700000000022 } from "./0022-token-rights.ts";
import { HistoriesBySymbol1700000000023 } from "./0023-histories-by-symbol.ts";
import { OrdersTakenBack1700000000024 } from "./0024-orders-taken-back.ts";
import { StopOrders1700000000025 } from "./0025-stop-orders.ts";
import { StopsAtBroker1700000000026 } from "./0026-stops-at-broker.ts";
import { Activities1700000000027 } from "./0027-activities.ts";
import { PriceOrigins1700000000028 } from "./0028-price-origins.ts";
import { ForeignThings1700000000029 } from "./0029-foreign-things.ts";
import { Billing1700000000030 } from "./0030-billing.ts";
import { BillingMode1700000000031 } from "./0031-billing-mode.ts";
import { OrderPriceOrigins1700000000032 } from "./0032-order-price-origins.ts";
import { OwnStrategies1700000000033 } from "./0033-own-strategies.ts";
import { Seats1700000000034 } from "./0034-seats.ts";
import { VenueHours1700000000037 } from "./0037-venue-hours.ts";
import { ExpandExchangeHalts1700000000038 } from "./0038-exchange-halts.ts";
import { ExpandLeaseNumbers1700000000039 } from "./0039-lease-numbers.ts";

/**
 * In the order they run: the last digits of a name are its file's number. Never edit a released one.
 * From 0038 on a name begins with `Expand`, where the version before works beside it, or with
 * `Contract`, where it takes away what the version before does not use any more. By that name an older
 * program knows whether it may start.
 */
export const MIGRATIONS = [
  UsersAndPortfolios1700000000001,
  BrokerProfilesAndSettings1700000000002,
  OrdersAndLedger1700000000003,
  TrailsJournalAndWorker1700000000004,
  SignInAndAudit1700000000005,
  BrokerValidation1700000000006,
  Sales1700000000007,
  Safeguards1700000000010,
  ChosenSymbols1700000000011,
  PatternsInJournal1700000000012,
  BrokerAuthorisations1700000000013,
  AccountNotChosen1700000000014,
  DisconnectedAccounts1700000000015,
  ExecutionsInOrder1700000000016,
  SalesTakenUp1700000000017,
  Reductions1700000000018,
  WordsInJournal1700000000019,
  ListsInOrder1700000000020,
  EquityGrains1700000000021,
  TokenRights1700000000022,
  HistoriesBySymbol1700000000023,
  OrdersTakenBack1700000000024,
  StopOrders1700000000025,
  StopsAtBroker1700000000026,
  Activities1700000000027,
  PriceOrigins1700000000028,
  ForeignThings1700000000029,
  Billing1700000000030,
  BillingMode1700000000031,
  OrderPriceOrigins1700000000032,
  OwnStrategies1700000000033,
  Seats1700000000034,
  VenueHours1700000000037,
  ExpandExchangeHalts1700000000038,
  ExpandLeaseNumbers1700000000039,
];

/**
 * Contracts of the next version by their names: this one does without what they take away already, so
 * that its processes start beside them. Each is listed from the version on that stops using it.
 */
export const CONTRACTS_TO_COME: readonly string[] = [];
