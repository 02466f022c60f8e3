import type {
  BrokerRegistration,
  OpeningPlace,
} from "@sevenfold/adapters-broker/broker-registration";
import type { ExchangeLink } from "@sevenfold/adapters-broker/exchange/exchange-link";
import type { OpenStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { BillingDesk } from "@sevenfold/application/billing/billing-desk";
import type {
  AuthorisationNeeds,
  authoriseBroker,
  verifyBroker,
} from "@sevenfold/application/brokers/authorise-broker";
import type { changeBroker } from "@sevenfold/application/brokers/change-broker";
import type { ConnectNeeds, connectBroker } from "@sevenfold/application/brokers/connect-broker";
import type { IssuePaperKeys } from "@sevenfold/application/brokers/issue-paper-keys";
import type { removeBroker } from "@sevenfold/application/brokers/remove-broker";
import type { DemoHistories } from "@sevenfold/application/people/demo/demo-histories";
import type { signInAsDemo } from "@sevenfold/application/people/demo/sign-in-as-demo";
import type { SignInDesk } from "@sevenfold/application/people/sign-in-desk";
import type { Ports } from "@sevenfold/application/ports";
import type { Companies } from "@sevenfold/application/ports/companies";
import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";
import type { SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
import type { TradingNeeds } from "@sevenfold/application/trading/account/trading-needs";
import type { CancelOrder } from "@sevenfold/application/trading/orders/cancel-order";
import type { PlaceOrder } from "@sevenfold/application/trading/placing/place-order";
import type { OrderWatch } from "@sevenfold/application/trading/placing/watch-orders";
import type { PatternWatch } from "@sevenfold/application/trading/prices/pattern-watch";
import type { PriceBoard } from "@sevenfold/application/trading/prices/price-board";
import type { SyncPositions } from "@sevenfold/application/trading/reconciliation/sync-positions";
import type { VenueCalendar } from "@sevenfold/application/trading/safeguards/venue-calendar";
import type { CancelAll } from "@sevenfold/application/trading/sales/cancel-all";
import type { RunSale } from "@sevenfold/application/trading/sales/run-sale";
import type { SellAll } from "@sevenfold/application/trading/sales/sell-all";
import type { changeSettings } from "@sevenfold/application/trading/settings/change-settings";
import type { toggleAutomation } from "@sevenfold/application/trading/settings/toggle-automation";
import type { PreviewSettings } from "@sevenfold/application/views/preview-settings";
import type { ServiceIdentifier } from "inversify";
import type { Configuration } from "./configuration.ts";
import type { OpenNats } from "./open-nats.ts";
import type { OpenPayments } from "./payments.ts";

const token = <Thing>(name: string): ServiceIdentifier<Thing> => Symbol(name);

/** Everything the container can hand out, each under its type: a swap of two does not compile. */
export const tokens = {
  configuration: token<Configuration>("configuration"),
  exchange: token<ExchangeLink>("exchange"),
  database: token<OpenStorage>("database"),
  payments: token<OpenPayments>("payments"),

  announcer: token<Ports["announcer"]>("announcer"),
  authorisations: token<Ports["authorisations"]>("authorisations"),
  brokers: token<Ports["brokers"]>("brokers"),
  registrations: token<readonly BrokerRegistration[]>("registrations"),
  openingPlace: token<OpeningPlace>("openingPlace"),
  clock: token<Ports["clock"]>("clock"),
  companies: token<Companies>("companies"),
  demoHistories: token<DemoHistories>("demoHistories"),
  identifiers: token<Ports["identifiers"]>("identifiers"),
  log: token<Ports["log"]>("log"),
  marketData: token<Ports["marketData"]>("marketData"),
  paperVenue: token<Ports["paperVenue"]>("paperVenue"),
  signIns: token<SignInStore>("signIns"),
  storage: token<Ports["storage"]>("storage"),
  vault: token<RotatingVault>("vault"),

  patterns: token<PatternWatch>("patterns"),
  nats: token<OpenNats | undefined>("nats"),
  prices: token<PriceBoard>("prices"),
  realMarket: token<TradingNeeds["realMarket"]>("realMarket"),
  venueCalendar: token<VenueCalendar>("venueCalendar"),
  trading: token<TradingNeeds>("trading"),
  connecting: token<ConnectNeeds>("connecting"),
  authorising: token<AuthorisationNeeds>("authorising"),

  authoriseBroker: token<ReturnType<typeof authoriseBroker>>("authoriseBroker"),
  cancelAll: token<CancelAll>("cancelAll"),
  cancelOrder: token<CancelOrder>("cancelOrder"),
  changeBroker: token<ReturnType<typeof changeBroker>>("changeBroker"),
  connectBroker: token<ReturnType<typeof connectBroker>>("connectBroker"),
  issuePaperKeys: token<IssuePaperKeys>("issuePaperKeys"),
  orderWatch: token<OrderWatch>("orderWatch"),
  placeOrder: token<PlaceOrder>("placeOrder"),
  previewSettings: token<PreviewSettings>("previewSettings"),
  removeBroker: token<ReturnType<typeof removeBroker>>("removeBroker"),
  runSale: token<RunSale>("runSale"),
  sellAll: token<SellAll>("sellAll"),
  desk: token<SignInDesk>("desk"),
  billing: token<BillingDesk>("billing"),
  signInAsDemo: token<ReturnType<typeof signInAsDemo>>("signInAsDemo"),
  syncPositions: token<SyncPositions>("syncPositions"),
  toggleAutomation: token<ReturnType<typeof toggleAutomation>>("toggleAutomation"),
  changeSettings: token<ReturnType<typeof changeSettings>>("changeSettings"),
  verifyBroker: token<ReturnType<typeof verifyBroker>>("verifyBroker"),
} as const;
