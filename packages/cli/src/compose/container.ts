import "reflect-metadata";
import { join } from "node:path";
import { alpacaMarketData } from "@sevenfold/adapters-broker/alpaca/alpaca-market-data";
import { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import { type ExchangeLink, linkExchange } from "@sevenfold/adapters-broker/exchange/exchange-link";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import {
  openPostgresAnnouncer,
  RoleTaken,
} from "@sevenfold/adapters-persistence/announcements/postgres-announcer";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { Announcer } from "@sevenfold/application/ports/announcer";
import type { SealedValueStore } from "@sevenfold/application/ports/sealed-value-store";
import { cancelAll } from "@sevenfold/application/use-cases/cancel-all";
import { cancelOrder } from "@sevenfold/application/use-cases/cancel-order";
import { changeSettings } from "@sevenfold/application/use-cases/change-settings";
import { openPatternWatch } from "@sevenfold/application/use-cases/pattern-watch";
import { placeOrder } from "@sevenfold/application/use-cases/place-order";
import { previewSettings } from "@sevenfold/application/use-cases/preview-settings";
import { openPriceBoard } from "@sevenfold/application/use-cases/price-board";
import { runSale } from "@sevenfold/application/use-cases/run-sale";
import { sellAll } from "@sevenfold/application/use-cases/sell-all";
import { signInAsDemo } from "@sevenfold/application/use-cases/sign-in-as-demo";
import { syncPositions } from "@sevenfold/application/use-cases/sync-positions";
import { toggleAutomation } from "@sevenfold/application/use-cases/toggle-automation";
import { watchedPlacing, watchOrders } from "@sevenfold/application/use-cases/watch-orders";
import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { Container } from "inversify";
import { threadedDemoHistories } from "../demo/threaded-demo-histories.ts";
import { threadedBacktests } from "../preview/threaded-backtests.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { inProcessAnnouncer } from "../system/in-process-announcer.ts";
import { jsonLog } from "../system/json-log.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { builtInHosts } from "./alpaca-hosts.ts";
import { bindBrokers } from "./bind-brokers.ts";
import { bindSignIn } from "./bind-sign-in.ts";
import type { Closing } from "./closing.ts";
import { type Configuration, ConfigurationError } from "./configuration.ts";
import {
  type CredentialsKeys,
  credentialsKeyFile,
  credentialsKeys,
  hasCredentialsKey,
  keysFolder,
  requireCredentialsKey,
} from "./credentials-keys.ts";
import { marketDataKey } from "./market-data-key.ts";
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
  const container = new Container({ defaultScope: "Singleton" });
  const bind: Container["bind"] = container.bind.bind(container);
  const log = jsonLog(configuration.logLevel);
  bind(tokens.configuration).toConstantValue(configuration);
  bind(tokens.log).toConstantValue(log);
  bind(tokens.clock).toConstantValue(systemClock);
  bind(tokens.identifiers).toConstantValue(randomIdentifiers);

  const database = await openDatabase(configuration, log);
  closing.add(() => database.close());
  if (database.setAside !== undefined)
    log.warn("database-begun-anew", { setAside: database.setAside });
  bind(tokens.database).toConstantValue(database);
  bind(tokens.storage).toConstantValue(database.storage);
  bind(tokens.signIns).toConstantValue(database.signIns);
  bind(tokens.announcer).toConstantValue(await openAnnouncer(configuration, log, closing));

  const exchange = await openExchange(configuration, { log, closing, signal });
  bind(tokens.exchange).toConstantValue(exchange);
  bind(tokens.paperVenue).toConstantValue(exchange.paperVenue);

  const folder = keysFolder(configuration);
  const { current, old } = await keysOf(configuration, database.sealedValues);
  bind(tokens.vault).toConstantValue(aesSecretVault(current, old));
  const priceKey = await marketDataKey(exchange, join(folder, "market-data.json"), systemClock);
  bind(tokens.marketData).toConstantValue(
    alpacaMarketData(
      { ...builtInHosts(exchange.url), ...priceKey },
      "Built-in exchange",
      new CallBudget(BUILT_IN_READS),
    ),
  );

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
  log: ReturnType<typeof jsonLog>,
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

/** On a server there may be other processes to tell. */
async function openAnnouncer(
  { databaseUrl: url, exchangeUrl }: Configuration,
  log: ReturnType<typeof jsonLog>,
  closing: Closing,
): Promise<Announcer> {
  const local = inProcessAnnouncer(log);
  if (url === undefined) return local;
  // Accounts opened on one exchange are unknown on another.
  const sole = exchangeUrl === undefined ? { soleRole: "built-in exchange" } : {};
  const announcer = await openPostgresAnnouncer({ url, local, log, ...sole }).catch((error) => {
    if (error instanceof RoleTaken)
      throw new ConfigurationError(`${error.message} End it, or set EXCHANGE_URL to where it is.`);
    throw error;
  });
  closing.add(() => announcer.close());
  return announcer;
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
    readonly log: ReturnType<typeof jsonLog>;
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
    journalFile: join(dataFolder, "exchange", "journal.jsonl"),
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
    identifiers: get(tokens.identifiers),
    live: get(tokens.configuration).live,
    submission: get(tokens.configuration).submission,
    log: get(tokens.log),
    marketData: get(tokens.marketData),
    storage: get(tokens.storage),
    prices: get(tokens.prices),
    patterns: get(tokens.patterns),
    calendarOf: ({ venue }) =>
      venue === "built-in" ? calendarOf(get(tokens.exchange).market) : NYSE_CALENDAR,
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
