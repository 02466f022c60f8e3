import { createHash } from "node:crypto";
import { engineVersion } from "../engine-version.ts";
import { engineDigest } from "../resumable/engine-digest.ts";

const DIGITS = 16;

/**
 * What has to be the same for two machines to come to the same numbers to the last bit: the code that
 * computes, and the engine of JavaScript whose logarithms it takes.
 */
export const engineToken = (): string =>
  createHash("sha256")
    .update([engineVersion(), engineDigest(), process.versions.v8].join("\n"))
    .digest("hex")
    .slice(0, DIGITS);
