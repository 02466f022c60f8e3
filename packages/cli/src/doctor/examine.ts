import type { OpenStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { Account } from "@sevenfold/application/ports/stores/account";
import { venueDirectory } from "@sevenfold/application/ports/venue-registration";
import { allRegistrations, brokerOpeners } from "../compose/broker-registrations.ts";
import type { Configuration } from "../compose/configuration.ts";
import { credentialsKeys, hasCredentialsKey } from "../compose/credentials-keys.ts";
import { storedBrokerConnections } from "../compose/stored-broker-connections.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { systemClock } from "../system/system-clock.ts";
import { type Finding, failed, reasonOf, skipped } from "./finding.ts";
import { ACCOUNTS_MAX, askBrokers, type BrokersFound } from "./look-at-brokers.ts";
import { findDatabase } from "./look-at-database.ts";
import { lookAtDataFolder, lookAtNode, lookAtPort, lookAtRoom } from "./look-at-machine.ts";
import { lookAtPrices } from "./look-at-prices.ts";
import { lookAtSecrets } from "./look-at-secrets.ts";
import { lookAtSharedAccounts } from "./look-at-shared-accounts.ts";
import { withoutSecretsOf } from "./without-secrets.ts";

/** Looks at everything an installation rests on, in order. Changes nothing. */
export async function examine(configuration: Configuration): Promise<readonly Finding[]> {
  const { finding, opened } = await findDatabase(configuration);
  try {
    const [brokers, prices, secrets] = await Promise.all([
      findBrokers(configuration, opened),
      lookAtPrices(configuration, systemClock).look(),
      lookAtSecrets(configuration, opened),
    ]);
    const shared = opened ? await lookAtSharedAccounts(opened.storage.read) : [];
    const found: readonly Finding[] = [
      ...(await lookedAt(lookAtNode)),
      ...(await lookedAt(lookAtDataFolder(configuration))),
      { check: "Database", ...finding },
      ...(await lookedAt(lookAtRoom(configuration))),
      { check: "Clock", ...brokers.clock },
      ...prices.map((price) => ({ check: "Prices", ...price })),
      ...[...brokers.accounts, ...shared].map((each) => ({ check: "Broker account", ...each })),
      ...(await lookedAt(lookAtPort(configuration))),
      { check: "Secrets", ...secrets },
    ];
    const clean = withoutSecretsOf(configuration);
    return found.map((each) => ({ ...each, says: clean(each.says) }));
  } finally {
    await opened?.close();
  }
}

const lookedAt = async ({ check, look }: ReturnType<typeof lookAtPort>) =>
  (await look()).map((found): Finding => ({ check, ...found }));

async function findBrokers(
  configuration: Configuration,
  opened: OpenStorage | undefined,
): Promise<BrokersFound> {
  if (opened === undefined) return unasked("the database was not opened");
  try {
    const accounts = await opened.storage.read.accounts.atBrokers(ACCOUNTS_MAX + 1);
    if (accounts.length === 0) return unasked("none is connected");
    if (!(await hasCredentialsKey(configuration))) return unasked("their keys do not open");
    const connections = await openConnections(configuration, opened);
    const connect = ({ id }: Account) => connections.connect(id);
    return await askBrokers({ accounts, clock: systemClock, connect });
  } catch (error) {
    const todo = "mend the settings that it names";
    return { ...unasked("no broker was asked"), accounts: [failed(reasonOf(error), todo)] };
  }
}

const unasked = (why: string): BrokersFound => ({
  accounts: [skipped(why)],
  clock: skipped("no broker was asked: nothing to compare it with"),
});

async function openConnections(configuration: Configuration, { storage }: OpenStorage) {
  const { brokerModules, environment, exchangeUrl, live } = configuration;
  const registrations = await allRegistrations(brokerModules);
  // Accounts of the built-in exchange are not asked: it runs with Sevenfold.
  const place = { environment, exchangeUrl: exchangeUrl ?? NOBODY, now: systemClock.now };
  const { current, old } = await credentialsKeys(configuration);
  return storedBrokerConnections({
    announcer: { listen: () => () => undefined },
    ...{ live, storage },
    openers: brokerOpeners(registrations, place),
    vault: aesSecretVault(current, old),
    venues: venueDirectory(registrations.map(({ venue }) => venue)),
  });
}

const NOBODY = "http://127.0.0.1:9";
