import type { RotatingVault } from "@sevenfold/application/ports/secret-vault";

/** Shorter ones would be found in words that have nothing to do with them. */
const LENGTH_MIN = 6;
/** Of opened ones: keys of more accounts than a process follows. The oldest is forgotten first. */
const OPENED_MAX = 20_000;
const HIDDEN = "…";

/** What must never stand in a text that leaves the process. */
export interface SecretWords {
  /** From now on it is taken out. */
  add(secret: string): void;
  without(text: string): string;
}

/** Names under which nothing may be told, however harmless it looks. */
const SECRET_NAME =
  /^(authorization|cookie|set-cookie)$|secret|passw|token|credential|(api|private|secret|access)[-_]?key|^sid$|signature/i;
/** Secrets that their own shape gives away. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(\w+:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`],
  [/\b(bearer|basic)\s+[\w+/.=~-]{6,}/gi, `$1 ${HIDDEN}`],
  [/\b(sk|rk|whsec|sf)_(?:(?:live|test)_)?\w{6,}/g, `$1_${HIDDEN}`],
  [/((?:^|[^\w])(?:__Host-)?sf=)[\w-]{8,}/g, `$1${HIDDEN}`],
  [/(apca-api-(?:key-id|secret-key)["']?\s*[:=]\s*["']?)[^\s"',;]+/gi, `$1${HIDDEN}`],
  [
    /((?:oauth_(?:token(?:_secret)?|signature|verifier|consumer_key)|passw(?:or)?d|(?:api|secret)[_-]?key|token|secret)["']?\s*[:=]\s*["']?)[^\s"',;&]{3,}/gi,
    `$1${HIDDEN}`,
  ],
];

export const hasSecretName = (name: string): boolean => SECRET_NAME.test(name);

export function secretWords(given: readonly (string | undefined)[] = []): SecretWords {
  const words = new Set<string>();
  const add = (secret: string) => {
    if (secret.length < LENGTH_MIN) return;
    words.delete(secret);
    words.add(secret);
    if (OPENED_MAX < words.size) words.delete(words.values().next().value ?? secret);
  };
  for (const secret of given) if (secret !== undefined) add(secret);
  return {
    add,
    without(text) {
      let cleaned = text;
      for (const word of words)
        if (cleaned.includes(word)) cleaned = cleaned.replaceAll(word, HIDDEN);
      for (const [shape, instead] of SHAPES) cleaned = cleaned.replace(shape, instead);
      return cleaned;
    },
  };
}

/** A vault of which all that is sealed or opened is known as a secret. */
export const notingVault = (vault: RotatingVault, words: SecretWords): RotatingVault => ({
  ...vault,
  seal(plain, context) {
    words.add(plain);
    return vault.seal(plain, context);
  },
  async open(sealed, context) {
    const plain = await vault.open(sealed, context);
    words.add(plain);
    return plain;
  },
});
