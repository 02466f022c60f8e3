import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Identifiers } from "@sevenfold/application/ports/identifiers";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const KEY_LENGTH = 20;

/** Names from the operating system's random source; order keys from SHA-256 of their cause. */
export const randomIdentifiers: Identifiers = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString("base64url"),
  clientKeyOf: (cause) => base32Of(createHash("sha256").update(cause).digest()),
};

function base32Of(digest: Uint8Array): string {
  let key = "";
  let bits = 0;
  let held = 0;
  for (const byte of digest) {
    held = (held << 8) | byte;
    bits += 8;
    while (5 <= bits && key.length < KEY_LENGTH) {
      bits -= 5;
      key += BASE32[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return key;
}
