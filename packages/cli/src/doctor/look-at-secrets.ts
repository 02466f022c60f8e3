import { stat } from "node:fs/promises";
import type { OpenStorage } from "@sevenfold/adapters-persistence/open-storage";
import type { Configuration } from "../compose/configuration.ts";
import {
  credentialsKeyFile,
  credentialsKeys,
  hasCredentialsKey,
  requireCredentialsKey,
} from "../compose/credentials-keys.ts";
import { requireNoSecrets, requireSharedKey } from "../compose/shared-settings.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { type Finding, failed, ok, reasonOf, warning } from "./finding.ts";

type Found = Omit<Finding, "check">;

const OF_OTHERS = 0o077;

/** The key that secrets are sealed under, and whether the database's open under it. Tells no key. */
export async function lookAtSecrets(
  configuration: Configuration,
  database: Pick<OpenStorage, "sealedValues"> | undefined,
): Promise<Found> {
  const file = credentialsKeyFile(configuration);
  try {
    if (!(await hasCredentialsKey(configuration))) {
      await requireCredentialsKey(configuration);
      if (database) await requireNoSecrets(database.sealedValues, file);
      return ok("no key yet: the first start makes one");
    }
    if (configuration.credentialsKey === undefined && (await isOpenToOthers(file)))
      return warning(`others of this machine may read ${file}`, `chmod 600 ${file}`);
    const { current, old, source } = await credentialsKeys(configuration);
    if (database) await requireSharedKey(database.sealedValues, aesSecretVault(current, old));
    const where = source === "file" ? `in ${file}: keep a copy elsewhere` : "in CREDENTIALS_KEY";
    return ok(
      database ? `the database's secrets open under the key ${where}` : `there is a key ${where}`,
    );
  } catch (error) {
    return failed(reasonOf(error), "`sevenfold credentials` and docs/operations.md say how");
  }
}

const isOpenToOthers = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mode }) => process.platform !== "win32" && (mode & OF_OTHERS) !== 0,
    () => false,
  );
