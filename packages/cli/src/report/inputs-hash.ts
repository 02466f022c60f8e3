import { createHash } from "node:crypto";

/** SHA-256 in hex over the files' own hashes and the settings: equal inputs, equal result. */
export const inputsHashOf = (fileHashes: readonly string[], settings: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([fileHashes, settings]))
    .digest("hex");
