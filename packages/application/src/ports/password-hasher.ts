/** Too many passwords are being checked already: try again in a moment. */
export class HasherBusy extends Error {
  override readonly name = "HasherBusy";
}

/** Keeps passwords so that a stolen table does not tell them. Slow on purpose, and a few at a time. */
export interface PasswordHasher {
  /** @throws HasherBusy */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash, or with a text that is none,
   * it takes as long and the answer is no. `isWeak`: the hash is older than today's cost.
   *
   * @throws HasherBusy
   */
  verify(
    hash: string | undefined,
    password: string,
  ): Promise<{ readonly isRight: boolean; readonly isWeak: boolean }>;
}

/** The passwords everybody tries first. */
export interface CommonPasswords {
  /** The word in lower case. */
  has(word: string): boolean;
}
