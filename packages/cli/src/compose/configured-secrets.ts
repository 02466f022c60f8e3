import type { Configuration } from "./configuration.ts";
import { priceSecretsOf } from "./price-settings.ts";

/** Every secret of the settings, the database's password as it is written and as it is meant. */
export function secretsOf(configuration: Configuration): readonly (string | undefined)[] {
  const { credentialsKey, credentialsKeysOld, databaseUrl, metricsToken, prices, stripe } =
    configuration;
  return [
    ...[credentialsKey, ...credentialsKeysOld, metricsToken],
    ...[stripe?.secretKey, ...(stripe?.webhookSecrets ?? [])],
    ...priceSecretsOf(prices),
    ...passwordsIn(databaseUrl),
  ];
}

function passwordsIn(databaseUrl: string | undefined): readonly string[] {
  if (databaseUrl === undefined) return [];
  const { password } = new URL(databaseUrl);
  return [databaseUrl, password, decodeURIComponent(password)];
}
