import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aesSecretVault } from "./aes-secret-vault.ts";

const vault = aesSecretVault(randomBytes(32));

describe("aesSecretVault", () => {
  it("always opens what it sealed, and never shows the secret in the sealed text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 8 }), fc.string(), async (secret, context) => {
        const sealed = await vault.seal(secret, context);
        expect(sealed).not.toContain(secret);
        expect(await vault.open(sealed, context)).toBe(secret);
      }),
    );
  });

  it("seals the same secret differently each time", async () => {
    expect(await vault.seal("same", "row")).not.toBe(await vault.seal("same", "row"));
  });

  it("refuses a secret that was moved to another row", async () => {
    const sealed = await vault.seal("key", "account 1|apiKey");
    await expect(vault.open(sealed, "account 2|apiKey")).rejects.toThrow();
  });

  it("refuses a secret with any character changed", async () => {
    const sealed = await vault.seal("key", "row");
    for (let at = 0; at < sealed.length; at += 1) {
      // The last character of a base64 run may carry unused bits; two away is never the same byte.
      const other = String.fromCharCode(((sealed.charCodeAt(at) - 33 + 47) % 94) + 33);
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      await expect(vault.open(changed, "row")).rejects.toThrow();
    }
  });

  it("refuses a secret sealed under another key, and a key of the wrong length", async () => {
    const sealed = await vault.seal("key", "row");
    await expect(aesSecretVault(randomBytes(32)).open(sealed, "row")).rejects.toThrow("another");
    expect(() => aesSecretVault(randomBytes(16))).toThrow("needs 32");
  });
});
