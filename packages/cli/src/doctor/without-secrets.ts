import type { Configuration } from "../compose/configuration.ts";
import { secretsOf } from "../compose/configured-secrets.ts";

/** Shorter ones would be found in words that have nothing to do with them. */
const LENGTH_MIN = 6;

/** Takes every secret of the settings out of a text, whoever put it there. */
export function withoutSecretsOf(configuration: Configuration): (text: string) => string {
  const secrets = secretsOf(configuration).filter(
    (secret) => secret !== undefined && LENGTH_MIN <= secret.length,
  );
  return (text) =>
    secrets.reduce((cleaned: string, secret) => cleaned.replaceAll(secret!, "…"), text);
}
