import "reflect-metadata";
import { join } from "node:path";
import { builtInHosts } from "@sevenfold/adapters-broker/alpaca/alpaca-hosts";
import { alpacaMarketData } from "@sevenfold/adapters-broker/alpaca/alpaca-market-data";
import { BUILT_IN_FEED } from "@sevenfold/adapters-broker/alpaca/alpaca-market-feed";
import { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import { yahooCompanyNames } from "@sevenfold/adapters-broker/companies/yahoo-company-names";
import { type ExchangeLink, linkExchange } from "@sevenfold/adapters-broker/exchange/exchange-link";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import { takeLock } from "@sevenfold/adapters-persistence/lock-file";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { billingDesk } from "@sevenfold/application/billing/billing-desk";
import { signInAsDemo } from "@sevenfold/application/people/demo/sign-in-as-demo";
import type { Log } from "@sevenfold/application/ports/log";
import type { MarketData } from "@sevenfold/application/ports/market-data";
import type { SealedValueStore } from "@sevenfold/application/ports/stores/sealed-value-store";
import { cancelOrder } from "@sevenfold/application/trading/orders/cancel-order";
import { placeOrder } from "@sevenfold/application/trading/placing/place-order";
import { watchedPlacing, watchOrders } from "@sevenfold/application/trading/placing/watch-orders";
import { openPatternWatch } from "@sevenfold/application/trading/prices/pattern-watch";
import { openPriceBoard } from "@sevenfold/application/trading/prices/price-board";
import { syncPositions } from "@sevenfold/application/trading/reconciliation/sync-positions";
import { openVenueCalendar } from "@sevenfold/application/trading/safeguards/venue-calendar";
import { cancelAll } from "@sevenfold/application/trading/sales/cancel-all";
import { runSale } from "@sevenfold/application/trading/sales/run-sale";
import { sellAll } from "@sevenfold/application/trading/sales/sell-all";
import { changeSettings } from "@sevenfold/application/trading/settings/change-settings";
import { toggleAutomation } from "@sevenfold/application/trading/settings/toggle-automation";
import { knownCompanies } from "@sevenfold/application/views/known-companies";
import { previewSettings } from "@sevenfold/application/views/preview-settings";
import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { Container } from "inversify";
import { threadedDemoHistories } from "../demo/threaded-demo-histories.ts";
import { threadedBacktests } from "../preview/threaded-backtests.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { bindBrokers } from "./bind-brokers.ts";
import { bindSignIn } from "./bind-sign-in.ts";
import { allRegistrations } from "./broker-registrations.ts";
import type { Closing } from "./closing.ts";
import type { Configuration } from "./configuration.ts";
import {
  type CredentialsKeys,
  credentialsKeyFile,
  credentialsKeys,
  hasCredentialsKey,
  keysFolder,
  requireCredentialsKey,
} from "./credentials-keys.ts";
import { marketDataKey } from "./market-data-key.ts";
import { openAnnouncer } from "./open-announcer.ts";
import { openLog } from "./open-log.ts";
import { openNats } from "./open-nats.ts";
import { openPayments } from "./payments.ts";
import { openRealMarket, yahooLineOf } from "./real-market.ts";
import { requireNoSecrets, requireSharedKey } from "./shared-settings.ts";
import { tokens } from "./tokens.ts";

/** Half a minute: processes that are started together wait for each other. */
const LINK_ATTEMPTS = 60;
/** Reads of our own exchange: only a runaway loop meets this. */
const BUILT_IN_READS = { perMinute: 6_000, reserve: 0 };

/**
 * The product's parts, put together: what must be opened is opened here and noted in `closing`,
 * the rest is bound to be made when first asked for. The signal ends what it waits for.
 */
export async function openContainer(
  configuration: Configuration,
  closing: Closing,
  signal?: AbortSignal,
): Promise<Container> {
  // Before anything is opened: what is missing here is for the person who starts us to mend.
  await requireCredentialsKey(configuration);
  const registrations = await allRegistrations(configuration.brokerModules);
  const container = new Container({ defaultScope: "Singleton" });
  const bind: Container["bind"] = container.bind.bind(container);
  const { heeding, log } = openLog(configuration);
  bind(tokens.configuration).toConstantValue(configuration);
  bind(tokens.registrations).toConstantValue(registrations);
  bind(tokens.log).toConstantValue(log);
  bind(tokens.clock).toConstantValue(systemClock);
  bind(tokens.identifiers).toConstantValue(randomIdentifiers);

  const nats = openNats(
    configuration,
    { clock: systemClock, identifiers: randomIdentifiers, log },
    closing,
  );
  bind(tokens.nats).toConstantValue(nats);
  const database = await openDatabase(configuration, log);
  closing.add(() => database.close());
  if (database.setAside !== undefined)
    log.warn("database-begun-anew", { setAside: database.setAside });
  if (0 < database.ahead.length) log.warn("database-of-later-version", { ahead: database.ahead });
  bind(tokens.database).toConstantValue(database);
  bind(tokens.storage).toConstantValue(database.storage);
  bind(tokens.signIns).toConstantValue(database.signIns);
  bind(tokens.announcer).toConstantValue(
    await openAnnouncer(configuration, { closing, log, nats }),
  );
  /** Read together with the other processes, where there are any. */
  const shared = (own: MarketData): MarketData => nats?.shared(own, database.storage) ?? own;

  const exchange = await openExchange(configuration, { log, closing, signal });
  bind(tokens.exchange).toConstantValue(exchange);
  bind(tokens.paperVenue).toConstantValue(exchange.paperVenue);

  const folder = keysFolder(configuration);
  const { current, old } = await keysOf(configuration, database.sealedValues);
  bind(tokens.vault).toConstantValue(heeding(aesSecretVault(current, old)));
  const priceKey = await marketDataKey(exchange, join(folder, "market-data.json"), systemClock);
  bind(tokens.marketData).toConstantValue(
    shared(
      alpacaMarketData(
        { ...builtInHosts(exchange.url), ...priceKey },
        BUILT_IN_FEED,
        new CallBudget(BUILT_IN_READS),
      ),
    ),
  );

  const calendar = openVenueCalendar(NYSE_CALENDAR);
  bind(tokens.venueCalendar).toConstantValue(calendar);
  const yahoo = yahooLineOf(configuration, systemClock);
  const names = yahoo && yahooCompanyNames(yahoo);
  bind(tokens.companies).toConstantValue(knownCompanies(names, systemClock));
  const realMarket = openRealMarket(configuration, {
    ...{ calendar, clock: systemClock, log, shared, yahoo },
  });
  bind(tokens.realMarket).toConstantValue(realMarket);
  closing.add(async () => realMarket?.stop());

  bind(tokens.payments).toConstantValue(await openPayments(configuration, closing));

  bindParts(container);
  bindBrokers(container);
  bindSignIn(container);
  bindUseCases(container);
  closing.add(() => container.get(tokens.prices).stop());
  closing.add(() => container.get(tokens.patterns).stop());
  return container;
}

function openDatabase(
  { beginsAnew, databaseUrl, dataFolder }: Configuration,
  log: Log,
): Promise<OpenStorage> {
  return openStorage({
    dataFolder,
    beginsAnew,
    onRoomChanged: (hasRoom) =>
      hasRoom ? log.warn("database-writable-again", {}) : log.error("database-disk-full", {}),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    onConnectionLost: (error) => log.warn("database-connection-lost", { error }),
  });
}

/**
 * The keys that secrets are sealed under. A new one is made for a database without secrets alone:
 * beside sealed ones it would turn every account to `error`.
 */
async function keysOf(
  configuration: Configuration,
  sealedValues: SealedValueStore,
): Promise<CredentialsKeys> {
  if (!(await hasCredentialsKey(configuration)))
    await requireNoSecrets(sealedValues, credentialsKeyFile(configuration));
  const keys = await credentialsKeys(configuration);
  await requireSharedKey(sealedValues, aesSecretVault(keys.current, keys.old));
  return keys;
}

/** One in another process, or one of our own. */
async function openExchange(
  { dataFolder, exchange: settings, exchangeUrl }: Configuration,
  {
    closing,
    log,
    signal,
  }: {
    readonly closing: Closing;
    readonly log: Log;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ExchangeLink> {
  if (exchangeUrl !== undefined)
    return linkExchange(exchangeUrl, {
      ...{ clock: systemClock, attempts: LINK_ATTEMPTS, log },
      ...(signal && { signal }),
    });
  const exchange = await startExchange({
    ...settings,
    journal: { file: join(dataFolder, "exchange", "journal.jsonl"), takeLock },
    clock: systemClock,
    identifiers: randomIdentifiers,
    log,
  });
  closing.add(() => exchange.close());
  return exchange.link;
}

function bindParts(container: Container): void {
  container
    .bind(tokens.demoHistories)
    .toResolvedValue(
      ({ dataFolder }, { market }, clock, log) =>
        threadedDemoHistories(market, join(dataFolder, "demo-histories"), { clock, log }),
      [tokens.configuration, tokens.exchange, tokens.clock, tokens.log],
    );
  container
    .bind(tokens.prices)
    .toResolvedValue(
      ({ market }, clock, log, marketData) =>
        openPriceBoard({ clock, log, marketData, calendar: calendarOf(market) }),
      [tokens.exchange, tokens.clock, tokens.log, tokens.marketData],
    );
  container
    .bind(tokens.patterns)
    .toResolvedValue(
      ({ market }, clock, log, marketData, prices) =>
        openPatternWatch({ clock, log, marketData, prices, calendar: calendarOf(market) }),
      [tokens.exchange, tokens.clock, tokens.log, tokens.marketData, tokens.prices],
    );
  container.bind(tokens.trading).toDynamicValue(({ get }) => ({
    announcer: get(tokens.announcer),
    brokers: get(tokens.brokers),
    clock: get(tokens.clock),
    notice: () => get(tokens.nats)?.notice(),
    identifiers: get(tokens.identifiers),
    live: get(tokens.configuration).live,
    submission: get(tokens.configuration).submission,
    log: get(tokens.log),
    marketData: get(tokens.marketData),
    storage: get(tokens.storage),
    prices: get(tokens.prices),
    patterns: get(tokens.patterns),
    realMarket: get(tokens.realMarket),
    venueCalendar: get(tokens.venueCalendar),
    calendarOf: ({ venue }) =>
      venue === "built-in" ? calendarOf(get(tokens.exchange).market) : get(tokens.venueCalendar),
  }));
}

function bindUseCases(container: Container): void {
  container.bind(tokens.orderWatch).toResolvedValue(watchOrders, [tokens.trading]);
  container
    .bind(tokens.placeOrder)
    .toResolvedValue(
      (watch, trading) => watchedPlacing(watch, placeOrder(trading)),
      [tokens.orderWatch, tokens.trading],
    );
  container
    .bind(tokens.billing)
    .toDynamicValue(({ get }) =>
      billingDesk({ ...get(tokens.trading), payments: get(tokens.payments).payments }),
    );
  container.bind(tokens.cancelOrder).toResolvedValue(cancelOrder, [tokens.trading]);
  container.bind(tokens.runSale).toResolvedValue(runSale, [tokens.trading]);
  container.bind(tokens.sellAll).toResolvedValue(sellAll, [tokens.trading, tokens.runSale]);
  container.bind(tokens.cancelAll).toResolvedValue(cancelAll, [tokens.trading, tokens.runSale]);
  container
    .bind(tokens.previewSettings)
    .toResolvedValue(
      (trading) => previewSettings({ ...trading, backtests: threadedBacktests }),
      [tokens.trading],
    );
  container.bind(tokens.syncPositions).toResolvedValue(syncPositions, [tokens.trading]);
  container.bind(tokens.toggleAutomation).toResolvedValue(toggleAutomation, [tokens.trading]);
  container.bind(tokens.changeSettings).toResolvedValue(changeSettings, [tokens.trading]);
  container.bind(tokens.signInAsDemo).toDynamicValue(({ get }) =>
    signInAsDemo(
      {
        announcer: get(tokens.announcer),
        brokers: get(tokens.brokers),
        calendarOf: get(tokens.trading).calendarOf,
        clock: get(tokens.clock),
        demoHistories: get(tokens.demoHistories),
        identifiers: get(tokens.identifiers),
        paperVenue: get(tokens.paperVenue),
        storage: get(tokens.storage),
        vault: get(tokens.vault),
      },
      { accountsMax: get(tokens.configuration).demoAccountsMax },
    ),
  );
}

/** The hours of the built-in exchange. */
export const calendarOf = ({ hours }: ExchangeLink["market"]) =>
  hours === "always" ? ALWAYS_CALENDAR : NYSE_CALENDAR;
