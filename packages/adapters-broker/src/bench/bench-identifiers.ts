import { createHash, randomBytes, randomUUID } from "node:crypto";

import type { Identifiers } from "@sevenfold/application/ports/identifiers";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Names for a venue that lives as long as one case. */
export const benchIdentifiers = (): Identifiers => ({
  uuid: randomUUID,
  secret: () => randomBytes(32).toString("base64url"),
  clientKeyOf: (cause) =>
    [...createHash("sha256").update(cause).digest().subarray(0, 20)]
      .map((byte) => BASE32[byte % 32])
      .join(""),
});
