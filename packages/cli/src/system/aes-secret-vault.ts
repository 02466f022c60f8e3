import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { SecretVault } from "@sevenfold/application/ports/secret-vault";

const VERSION = "1";
const IV_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/**
 * Envelope encryption: each secret under a random key of its own (AES-256-GCM), that key under the
 * key-encryption key. The context is authenticated, so a ciphertext moved to another row fails.
 * Sealed text: version.kekId.wrappedKey.ciphertext, the last two in base64url with IV and tag.
 */
export function aesSecretVault(keyEncryptionKey: Uint8Array): SecretVault {
  if (keyEncryptionKey.length !== KEY_BYTES)
    throw new Error(
      `The credentials key has ${keyEncryptionKey.length} bytes; it needs ${KEY_BYTES}.`,
    );
  const kekId = createHash("sha256").update(keyEncryptionKey).digest("base64url").slice(0, 8);
  return {
    async seal(plain, context) {
      const dataKey = randomBytes(KEY_BYTES);
      const wrapped = encrypt(keyEncryptionKey, dataKey, `${context}|${kekId}`);
      const sealed = encrypt(dataKey, Buffer.from(plain, "utf8"), context);
      return [VERSION, kekId, wrapped, sealed].join(".");
    },
    async open(sealed, context) {
      const [version, sealedUnder, wrapped, ciphertext] = sealed.split(".");
      if (version !== VERSION || wrapped === undefined || ciphertext === undefined)
        throw new Error("This is not a sealed secret.");
      if (sealedUnder !== kekId)
        throw new Error("The secret was sealed under another credentials key.");
      const dataKey = decrypt(keyEncryptionKey, wrapped, `${context}|${kekId}`);
      return decrypt(dataKey, ciphertext, context).toString("utf8");
    },
  };
}

function encrypt(key: Uint8Array, plain: Uint8Array, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(context, "utf8"));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

function decrypt(key: Uint8Array, sealed: string, context: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
