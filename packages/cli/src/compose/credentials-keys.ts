import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Configuration, ConfigurationError } from "./configuration.ts";
import { KEY_BYTES, keyFrom, localKey } from "./local-keys.ts";

/** The keys that credentials are sealed under: new ones under the current, older ones to read with. */
export interface CredentialsKeys {
  readonly current: Uint8Array;
  readonly old: readonly Uint8Array[];
  /** Where they are kept: the file of a household, or the environment of an installation. */
  readonly source: "environment" | "file";
}

const FILE = "credentials.key";

type Settings = Pick<
  Configuration,
  "credentialsKey" | "credentialsKeysOld" | "dataFolder" | "isProduction"
>;

/** The folder in which a household's keys are kept. */
export const keysFolder = ({ dataFolder }: Pick<Configuration, "dataFolder">): string =>
  join(dataFolder, "keys");

export const credentialsKeyFile = (settings: Settings): string => join(keysFolder(settings), FILE);

/**
 * The keys of the environment, else those of the key file, which is made on first use: but not for an
 * installation, whose database would outlive a key that nobody has noted down.
 */
export async function credentialsKeys(settings: Settings): Promise<CredentialsKeys> {
  const { credentialsKey, credentialsKeysOld } = settings;
  const old = credentialsKeysOld.map((text) => keyFrom(text, "CREDENTIALS_KEYS_OLD"));
  if (credentialsKey !== undefined)
    return {
      current: keyFrom(credentialsKey, "CREDENTIALS_KEY"),
      // A household that has grown into an installation still has its file.
      old: [...old, ...(await keysInFile(credentialsKeyFile(settings)))],
      source: "environment",
    };
  if (0 < old.length)
    throw new ConfigurationError("CREDENTIALS_KEYS_OLD is set without CREDENTIALS_KEY.");
  await requireCredentialsKey(settings);
  await localKey({ folder: keysFolder(settings), name: FILE });
  const [current, ...older] = await keysInFile(credentialsKeyFile(settings));
  if (!current) throw new ConfigurationError(`${credentialsKeyFile(settings)} holds no key.`);
  return { current, old: older, source: "file" };
}

/** Throws where an installation has no key, and one would have to be made. */
export async function requireCredentialsKey(settings: Settings): Promise<void> {
  if (settings.isProduction && !(await hasCredentialsKey(settings)))
    throw new ConfigurationError(NO_KEY);
}

/** Whether there is a key already, in the environment or in the file. */
export const hasCredentialsKey = async (settings: Settings): Promise<boolean> =>
  settings.credentialsKey !== undefined || 0 < (await linesOf(credentialsKeyFile(settings))).length;

const NO_KEY =
  "CREDENTIALS_KEY is not set. With NODE_ENV=production Sevenfold makes no key by itself: " +
  "brokers' keys would be lost with this machine. Make one with " +
  "`sevenfold credentials new-key`, keep it where you keep secrets, and set CREDENTIALS_KEY to it.";

/** A new key as it is written down. */
export const newCredentialsKey = (): string => randomBytes(KEY_BYTES).toString("base64");

/** Puts a new key on top of the file, unless an earlier rotation did so and was cut short. */
export async function beginRotation(file: string): Promise<void> {
  const lines = await linesOf(file);
  if (lines.length === 1) await replace(file, [newCredentialsKey(), ...lines]);
}

/** Forgets every key of the file but the current one. */
export async function endRotation(file: string): Promise<void> {
  const [current] = await linesOf(file);
  if (current) await replace(file, [current]);
}

const keysInFile = async (file: string): Promise<readonly Uint8Array[]> =>
  (await linesOf(file)).map((line) => keyFrom(line, file));

async function linesOf(file: string): Promise<readonly string[]> {
  try {
    const text = await readFile(file, "utf8");
    return text.split("\n").flatMap((line) => line.trim() || []);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** All of it or nothing: a power cut leaves the old file or the new one, never half a key. */
async function replace(file: string, lines: readonly string[]): Promise<void> {
  const next = `${file}.next`;
  const handle = await open(next, "w", 0o600);
  try {
    await handle.writeFile(`${lines.join("\n")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}
