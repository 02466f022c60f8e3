import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";
import type { SealedValueStore } from "@sevenfold/application/ports/stores/sealed-value-store";
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
  const counts = await secretsByKey(sealedValues);
  if ([...counts.keys()].some((keyId) => keyIds.has(keyId))) return;
  if (counts.size === 0) return;
  throw new ConfigurationError(
    `The credentials key is not the one of this database: none of its ${sumOf(counts)} secrets ` +
      `opens under it; they were sealed under ${namesOf(counts)}. Give every process the same ` +
      "CREDENTIALS_KEY, and CREDENTIALS_KEYS_OLD while it is being changed. " +
      FORGETTING,
  );
}

/** Throws where the database holds secrets: a key made now would open none of them. */
export async function requireNoSecrets(
  sealedValues: SealedValueStore,
  keyFile: string,
): Promise<void> {
  const counts = await secretsByKey(sealedValues);
  if (counts.size === 0) return;
  throw new ConfigurationError(
    `The credentials key is gone: this database holds ${sumOf(counts)} secrets sealed under ` +
      `${namesOf(counts)}, and there is neither CREDENTIALS_KEY nor ${keyFile}. Bring that file ` +
      `back from where you keep keys, or set CREDENTIALS_KEY to the key. ${FORGETTING}`,
  );
}

const FORGETTING =
  "If the key is lost for good, `sevenfold credentials forget -- <key>` erases what was sealed under it; " +
  "brokers and second factors are then set up anew.";

/** How many secrets stand under each key, by its name. */
export async function secretsByKey(
  sealedValues: Pick<SealedValueStore, "columns" | "countByKey">,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const column of sealedValues.columns)
    for (const [keyId, count] of await sealedValues.countByKey(column))
      counts.set(keyId, (counts.get(keyId) ?? 0) + count);
  return counts;
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const namesOf = (counts: ReadonlyMap<string, number>): string =>
  `${counts.size === 1 ? "key" : "keys"} ${[...counts.keys()].join(", ")}`;
