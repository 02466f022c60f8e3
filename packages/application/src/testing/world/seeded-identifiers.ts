import { chanceBits, chanceKey } from "../../chance/node-chance.ts";
import type { Identifiers } from "../../ports/identifiers.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const KEY_LENGTH = 20;

/** Names that look like real ones and come out the same for the same seed. Secret from nobody. */
export function seededIdentifiers(seed: number): Identifiers {
  const key = chanceKey(seed, "identifiers");
  let drawn = 0;
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => (chanceBits(key, drawn++) & 15).toString(16)).join("");
  return {
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    secret: () => hex(64),
    clientKeyOf(cause) {
      const causeKey = chanceKey(0, cause);
      return Array.from(
        { length: KEY_LENGTH },
        (_, digit) => BASE32[chanceBits(causeKey, digit) & 31],
      ).join("");
    },
  };
}
