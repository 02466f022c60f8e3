import {
  type RotatedColumn,
  rotateCredentials,
} from "@sevenfold/application/brokers/rotate-credentials";
import { Command } from "commander";
import { type Configuration, ConfigurationError } from "../compose/configuration.ts";
import {
  beginRotation,
  credentialsKeyFile,
  credentialsKeys,
  endRotation,
  hasCredentialsKey,
  newCredentialsKey,
} from "../compose/credentials-keys.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import type { Terminal } from "../terminal.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";

/** `sevenfold credentials`: the keys that brokers' keys and second factors are sealed under. */
export function credentialsCommand(terminal: Terminal): Command {
  const command = new Command("credentials").description(
    "Makes and changes the key under which brokers' keys and second factors are sealed.",
  );
  command
    .command("new-key")
    .description("Prints a new key, for CREDENTIALS_KEY. Keep it where you keep secrets.")
    .action(() => {
      terminal.stdout.write(`${newCredentialsKey()}\n`);
    });
  command
    .command("rotate")
    .description(
      "Seals everything under the current key. With CREDENTIALS_KEY set to the new key and " +
        "CREDENTIALS_KEYS_OLD to the one before, it may run while Sevenfold does; run it again " +
        "whenever it was cut short. Without CREDENTIALS_KEY it makes a new key itself.",
    )
    .action(() => rotate(terminal));
  command
    .command("forget")
    .description(
      "Erases what was sealed under a key that is lost for good: brokers' keys, and second " +
        "factors, which their users then set up anew. The refused start names the key.",
    )
    .argument(
      "<key>",
      "the name of the lost key, as the refused start says it; write -- before it, for it may begin with a dash",
    )
    .action((keyId: string) => forget(terminal, keyId));
  return command;
}

async function forget(terminal: Terminal, keyId: string): Promise<void> {
  const configuration = readConfiguration();
  if (await hasCredentialsKey(configuration)) {
    const { current, old } = await usable(credentialsKeys(configuration));
    if (aesSecretVault(current, old).keyIds.has(keyId))
      throw usageFailure(`the key ${keyId} is not lost: it is given, and nothing was erased`);
  }
  const storage = await openKeptStorage(configuration);
  try {
    const erased = await storage.sealedValues.erase(keyId);
    terminal.stdout.write(
      erased === 0
        ? `Nothing stands under the key ${keyId}.\n`
        : `Erased ${erased} rows that stood under the key ${keyId}. Their accounts ask for keys again.\n`,
    );
  } finally {
    await storage.close();
  }
}

async function rotate(terminal: Terminal): Promise<void> {
  const configuration = readConfiguration();
  const storage = await openKeptStorage(configuration);
  try {
    const file = await fileToRotate(configuration);
    const keys = await usable(credentialsKeys(configuration));
    const { sealedValues } = storage;
    const vault = aesSecretVault(keys.current, keys.old);
    const rotated = await rotateCredentials({ sealedValues, vault })((column) =>
      terminal.stdout.write(`${lineOf(column)}\n`),
    );
    const left = rotated.reduce((sum, column) => sum + column.left, 0);
    if (0 < left)
      throw new Failure(
        EXIT.invalidInput,
        `${left} values do not stand under the current key; keep the old ones. Values that could ` +
          "not be opened need the key they were sealed under, in CREDENTIALS_KEYS_OLD",
      );
    terminal.stdout.write(`${await finish(configuration, file)}\n`);
  } finally {
    await storage.close();
  }
}

const usable = <Value>(reading: Promise<Value>): Promise<Value> =>
  reading.catch((error: unknown) => {
    throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
  });

/** The key file, with a new key on top; undefined where the environment has the keys. */
async function fileToRotate(configuration: Configuration): Promise<string | undefined> {
  const { source } = await usable(credentialsKeys(configuration));
  if (source === "environment") return undefined;
  const file = credentialsKeyFile(configuration);
  await beginRotation(file);
  return file;
}

/** Forgets the old keys where nobody can still be sealing under them. */
async function finish({ databaseUrl }: Configuration, file: string | undefined): Promise<string> {
  if (file === undefined)
    return "Everything stands under CREDENTIALS_KEY. Once every process runs with it, CREDENTIALS_KEYS_OLD can go.";
  if (databaseUrl !== undefined)
    return `Everything stands under the new key. Restart Sevenfold; the old key stays in ${file}, for what was sealed meanwhile.`;
  await endRotation(file);
  return `Everything stands under the new key in ${file}. The old one is gone.`;
}

const lineOf = ({ table, column, resealed, failed, left }: RotatedColumn): string =>
  `${table}.${column}: ${resealed} sealed anew, ${failed} not opened, ${left} under an old key`;
