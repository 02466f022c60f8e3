import { randomBytes } from "node:crypto";
import type { SealedValueStore } from "@sevenfold/application/ports/stores/sealed-value-store";
import { describe, expect, it } from "vitest";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { configurationFrom } from "./configuration.ts";
import { requireSharedKey, requireSharedSettings } from "./shared-settings.ts";

const COMMON = {
  DATABASE_URL: "postgres://sevenfold@127.0.0.1/sevenfold",
  EXCHANGE_URL: "http://127.0.0.1:4100",
  CREDENTIALS_KEY: randomBytes(32).toString("base64"),
};

describe("what processes that work together have in common", () => {
  it("is named where it is missing, and nothing else is", () => {
    expect(() => requireSharedSettings("api", configurationFrom(COMMON))).not.toThrow();
    for (const missing of Object.keys(COMMON)) {
      const configuration = configurationFrom({ ...COMMON, [missing]: "" });
      const others = Object.keys(COMMON).filter((name) => name !== missing);

      expect(() => requireSharedSettings("api", configuration)).toThrow(`  ${missing}: `);
      for (const other of others)
        expect(() => requireSharedSettings("api", configuration)).not.toThrow(`  ${other}: `);
    }
  });

  it("is one credentials key, current or old, wherever the database holds secrets", async () => {
    const [ours, older, another] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const vault = aesSecretVault(ours, [older]);
    const check = (...keys: readonly Uint8Array[]) =>
      requireSharedKey(sealedUnder(keys.map((key) => aesSecretVault(key).keyId)), vault);

    await check();
    await check(ours);
    await check(older);
    await check(another, ours);
    await expect(check(another, another)).rejects.toThrow("none of its 2 secrets opens under it");
    await expect(check(another)).rejects.toThrow(aesSecretVault(another).keyId);
  });
});

describe("the environment", () => {
  it("leads to an exchange elsewhere by its origin, over HTTP", () => {
    expect(configurationFrom({ EXCHANGE_URL: "https://exchange.example/" }).exchangeUrl).toBe(
      "https://exchange.example",
    );
    for (const wrong of ["127.0.0.1:4100", "ws://127.0.0.1:4100", "exchange"])
      expect(() => configurationFrom({ EXCHANGE_URL: wrong })).toThrow(
        "EXCHANGE_URL must be an http:// or https:// address",
      );
    for (const more of ["http://a:4100/api", "http://me:secret@a:4100", "http://a:4100/?b"])
      expect(() => configurationFrom({ EXCHANGE_URL: more })).toThrow(
        "EXCHANGE_URL must end with its port",
      );
  });

  it("says of an exchange elsewhere nothing that is its own to say", () => {
    const { EXCHANGE_URL } = COMMON;
    expect(() => configurationFrom({ EXCHANGE_URL, HOURS: "nyse", SEED: "7" })).toThrow(
      "HOURS, SEED would change nothing",
    );
    expect(() => configurationFrom({ EXCHANGE_URL, HOURS: "", SEED: "" })).not.toThrow();
  });
});

/** A column whose values stand under these keys. */
function sealedUnder(keyIds: readonly string[]): SealedValueStore {
  const counts = new Map<string, number>();
  for (const keyId of keyIds) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  return {
    columns: [{ table: "account_credentials", column: "sealed_api_key" }],
    countByKey: async () => counts,
    reseal: async () => ({ resealed: 0, failed: 0, next: undefined }),
    erase: async () => 0,
  };
}
