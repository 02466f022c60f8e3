import { requestInHand } from "@sevenfold/adapters-http/request-in-hand";
import type { Log } from "@sevenfold/application/ports/log";
import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";
import { jsonLog, type LogOptions } from "../system/json-log.ts";
import { notingVault, secretWords } from "../system/secret-words.ts";
import type { Configuration } from "./configuration.ts";
import { secretsOf } from "./configured-secrets.ts";

export interface OpenLog {
  readonly log: Log;
  /** The vault, of which the log learns what it must not tell. */
  heeding(vault: RotatingVault): RotatingVault;
}

/**
 * The product's log, which names the request in hand, and tells no secret of the settings and none that
 * went through the vault.
 */
export function openLog(
  configuration: Configuration,
  where: Pick<LogOptions, "destination"> = {},
): OpenLog {
  const words = secretWords(secretsOf(configuration));
  return {
    log: jsonLog(configuration.logLevel, { ...where, words, requestInHand }),
    heeding: (vault) => notingVault(vault, words),
  };
}
