import type { ExchangeLink } from "@sevenfold/adapters-broker/exchange/exchange-link";
import type { OpenStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { Ports } from "@sevenfold/application/ports";
import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";
import type { SignInStore } from "@sevenfold/application/ports/sign-in-store";
import type {
  AuthorisationNeeds,
  authoriseBroker,
  verifyBroker,
} from "@sevenfold/application/use-cases/authorise-broker";
import type { CancelAll } from "@sevenfold/application/use-cases/cancel-all";
import type { CancelOrder } from "@sevenfold/application/use-cases/cancel-order";
import type { changeBroker } from "@sevenfold/application/use-cases/change-broker";
import type { changeSettings } from "@sevenfold/application/use-cases/change-settings";
import type { ConnectNeeds, connectBroker } from "@sevenfold/application/use-cases/connect-broker";
import type { IssuePaperKeys } from "@sevenfold/application/use-cases/issue-paper-keys";
import type { PatternWatch } from "@sevenfold/application/use-cases/pattern-watch";
import type { PlaceOrder } from "@sevenfold/application/use-cases/place-order";
import type { PreviewSettings } from "@sevenfold/application/use-cases/preview-settings";
import type { PriceBoard } from "@sevenfold/application/use-cases/price-board";
import type { removeBroker } from "@sevenfold/application/use-cases/remove-broker";
import type { RunSale } from "@sevenfold/application/use-cases/run-sale";
import type { SellAll } from "@sevenfold/application/use-cases/sell-all";
import type { signInAsDemo } from "@sevenfold/application/use-cases/sign-in-as-demo";
import type { SignInDesk } from "@sevenfold/application/use-cases/sign-in-desk";
import type { SyncPositions } from "@sevenfold/application/use-cases/sync-positions";
import type { toggleAutomation } from "@sevenfold/application/use-cases/toggle-automation";
import type { TradingNeeds } from "@sevenfold/application/use-cases/trading-needs";
import type { OrderWatch } from "@sevenfold/application/use-cases/watch-orders";
import type { ServiceIdentifier } from "inversify";
import type { Configuration } from "./configuration.ts";

const token = <Thing>(name: string): ServiceIdentifier<Thing> => Symbol(name);

/** Everything the container can hand out, each under its type: a swap of two does not compile. */
export const tokens = {
  configuration: token<Configuration>("configuration"),
  exchange: token<ExchangeLink>("exchange"),
  database: token<OpenStorage>("database"),

  announcer: token<Ports["announcer"]>("announcer"),
  authorisations: token<Ports["authorisations"]>("authorisations"),
  brokers: token<Ports["brokers"]>("brokers"),
  clock: token<Ports["clock"]>("clock"),
  demoHistories: token<Ports["demoHistories"]>("demoHistories"),
  identifiers: token<Ports["identifiers"]>("identifiers"),
  log: token<Ports["log"]>("log"),
  marketData: token<Ports["marketData"]>("marketData"),
  paperVenue: token<Ports["paperVenue"]>("paperVenue"),
  signIns: token<SignInStore>("signIns"),
  storage: token<Ports["storage"]>("storage"),
  vault: token<RotatingVault>("vault"),

  patterns: token<PatternWatch>("patterns"),
  prices: token<PriceBoard>("prices"),
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
  signInAsDemo: token<ReturnType<typeof signInAsDemo>>("signInAsDemo"),
  syncPositions: token<SyncPositions>("syncPositions"),
  toggleAutomation: token<ReturnType<typeof toggleAutomation>>("toggleAutomation"),
  changeSettings: token<ReturnType<typeof changeSettings>>("changeSettings"),
  verifyBroker: token<ReturnType<typeof verifyBroker>>("verifyBroker"),
} as const;
