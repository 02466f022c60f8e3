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

  it("refuses parts of two secrets put together", async () => {
    const [one, other] = [await vault.seal("one", "row"), await vault.seal("other", "row")];
    const mixed = [...one.split(".").slice(0, 3), other.split(".")[3]].join(".");

    await expect(vault.open(mixed, "row")).rejects.toThrow();
  });

  it("reads what older keys sealed, and seals under the current one only", async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const before = aesSecretVault(oldKey);
    const after = aesSecretVault(newKey, [randomBytes(32), oldKey]);
    const sealed = await before.seal("key", "row");

    expect(await after.open(sealed, "row")).toBe("key");
    const resealed = await after.seal("key", "row");
    expect(resealed.split(".")[1]).toBe(after.keyId);
    await expect(before.open(resealed, "row")).rejects.toThrow("another");
  });

  it("wraps a secret anew without its context, and it still opens at its own place only", async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const sealed = await aesSecretVault(oldKey).seal("key", "account 1|apiKey");

    const moved = await aesSecretVault(newKey, [oldKey]).rewrap(sealed);

    const onlyNew = aesSecretVault(newKey);
    expect(await onlyNew.open(moved, "account 1|apiKey")).toBe("key");
    await expect(onlyNew.open(moved, "account 2|apiKey")).rejects.toThrow();
    expect(moved.split(".")[3]).toBe(sealed.split(".")[3]);
    expect(await onlyNew.rewrap(moved)).toBe(moved);
  });

  it("wraps nothing anew that it cannot open", async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const sealed = await aesSecretVault(oldKey).seal("key", "row");
    const [version, keyId, , ciphertext] = sealed.split(".");
    const damaged = [version, keyId, "AAAA", ciphertext].join(".");

    await expect(aesSecretVault(newKey).rewrap(sealed)).rejects.toThrow("another");
    await expect(aesSecretVault(newKey, [oldKey]).rewrap(damaged)).rejects.toThrow();
    await expect(aesSecretVault(newKey).rewrap("plain text")).rejects.toThrow("not a sealed");
  });
});
