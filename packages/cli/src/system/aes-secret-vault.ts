import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";

const VERSION = "2";
const IV_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/**
 * Envelope encryption: each secret under a random key of its own (AES-256-GCM), that key under the
 * key-encryption key. The context is authenticated with the secret, so that a ciphertext moved to
 * another row fails; the wrapped key is authenticated with the name of what it is wrapped under, so
 * that it can be wrapped anew without anybody seeing the secret. Sealed text:
 * version.keyId.wrappedKey.ciphertext, the last two in base64url with IV and tag. Everything new is
 * sealed under the current key; what older ones sealed stays readable for as long as they are given.
 */
export function aesSecretVault(
  current: Uint8Array,
  old: readonly Uint8Array[] = [],
): RotatingVault {
  const keys = new Map([current, ...old].map((key) => [keyIdOf(key), key] as const));
  const keyId = keyIdOf(current);

  const unwrap = ({ sealedUnder, wrapped }: Sealed): Buffer => {
    const key = keys.get(sealedUnder);
    if (!key) throw new Error("The secret was sealed under another credentials key.");
    return decrypt(key, wrapped, wrapContext(sealedUnder));
  };
  const wrap = (dataKey: Uint8Array, ciphertext: string): string =>
    [VERSION, keyId, encrypt(current, dataKey, wrapContext(keyId)), ciphertext].join(".");

  return {
    keyId,
    keyIds: new Set(keys.keys()),
    async seal(plain, context) {
      const dataKey = randomBytes(KEY_BYTES);
      return wrap(dataKey, encrypt(dataKey, Buffer.from(plain, "utf8"), secretContext(context)));
    },
    async open(text, context) {
      const sealed = partsOf(text);
      return decrypt(unwrap(sealed), sealed.ciphertext, secretContext(context)).toString("utf8");
    },
    async rewrap(text) {
      const sealed = partsOf(text);
      return sealed.sealedUnder === keyId ? text : wrap(unwrap(sealed), sealed.ciphertext);
    },
  };
}

interface Sealed {
  readonly sealedUnder: string;
  readonly wrapped: string;
  readonly ciphertext: string;
}

function partsOf(text: string): Sealed {
  const [version, sealedUnder, wrapped, ciphertext, ...rest] = text.split(".");
  if (version !== VERSION || !sealedUnder || !wrapped || !ciphertext || 0 < rest.length)
    throw new Error("This is not a sealed secret.");
  return { sealedUnder, wrapped, ciphertext };
}

/** A name for the key that tells nothing of it. */
function keyIdOf(key: Uint8Array): string {
  if (key.length !== KEY_BYTES)
    throw new Error(`The credentials key has ${key.length} bytes; it needs ${KEY_BYTES}.`);
  return createHash("sha256").update(key).digest("base64url").slice(0, 8);
}

const wrapContext = (keyId: string): string => `key|${VERSION}|${keyId}`;
const secretContext = (context: string): string => `secret|${VERSION}|${context}`;

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
