import { createHash } from "node:crypto";

/** SHA-256 in hex over the files' own hashes and the settings: equal inputs, equal result. */
export const inputsHashOf = (fileHashes: readonly string[], settings: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([fileHashes, settings]))
    .digest("hex");

/** Names what was computed: the same program on the same inputs has the same id. */
export const runIdOf = (made: {
  readonly engineVersion: string;
  readonly inputsHash: string;
}): string =>
  createHash("sha256")
    .update(`${made.engineVersion} ${made.inputsHash}`)
    .digest("hex")
    .slice(0, 12);
