import type { SealedValueStore } from "@sevenfold/application/ports/sealed-value-store";
import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";
import { type Configuration, ConfigurationError } from "./configuration.ts";

/** Throws where a process lacks what all that work together must have in common. */
export function requireSharedSettings(
  command: string,
  { credentialsKey, databaseUrl, exchangeUrl }: Configuration,
): void {
  const missing = [
    databaseUrl === undefined
      ? ["DATABASE_URL: the PostgreSQL database of all of them, postgres://…"]
      : [],
    exchangeUrl === undefined
      ? ["EXCHANGE_URL: where `sevenfold exchange` runs, such as http://127.0.0.1:4100"]
      : [],
    credentialsKey === undefined
      ? ["CREDENTIALS_KEY: what brokers' keys are sealed under; `sevenfold credentials new-key`"]
      : [],
  ].flat();
  if (missing.length === 0) return;
  const lines = missing.map((line) => `  ${line}`).join("\n");
  throw new ConfigurationError(
    `sevenfold ${command} works beside other processes and needs what they have in common:\n` +
      `${lines}\n\`sevenfold serve\` needs none of it.`,
  );
}

/**
 * Throws where the database holds secrets and none of them opens: a process with another key would
 * take every account for one whose keys are lost.
 */
export async function requireSharedKey(
  sealedValues: SealedValueStore,
  { keyIds }: Pick<RotatingVault, "keyIds">,
): Promise<void> {
  let secrets = 0;
  for (const column of sealedValues.columns)
    for (const [keyId, count] of await sealedValues.countByKey(column)) {
      if (keyIds.has(keyId)) return;
      secrets += count;
    }
  if (secrets === 0) return;
  throw new ConfigurationError(
    `CREDENTIALS_KEY is not the key of this database: none of its ${secrets} secrets opens under it. ` +
      "Give every process the same one, and CREDENTIALS_KEYS_OLD while it is being changed.",
  );
}
