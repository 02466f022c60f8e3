/** Where a sealed value stands. It opens nowhere else. */
export interface SealedPlace {
  readonly table: string;
  readonly rowId: string;
  readonly userId: string;
  readonly field: string;
}

/** The place as the vault is told it. Ids and names hold no bar, so that no two places share a text. */
export const contextOf = ({ table, rowId, userId, field }: SealedPlace): string =>
  [table, rowId, userId, field].join("|");

/** Encrypts credentials at rest. The context binds a ciphertext to its row: elsewhere it does not open. */
export interface SecretVault {
  seal(plain: string, context: string): Promise<string>;
  /** Rejects when the ciphertext was changed, moved or sealed under a key we no longer hold. */
  open(sealed: string, context: string): Promise<string>;
}

/** A vault whose key changes now and then. */
export interface RotatingVault extends SecretVault {
  /** The name of the key that everything new is sealed under: the second part of a sealed text. */
  readonly keyId: string;
  /** The names of all keys it can read with. */
  readonly keyIds: ReadonlySet<string>;
  /**
   * The same secret under the current key, without opening it. Rejects as `open` does when the key it
   * stands under is none we hold.
   */
  rewrap(sealed: string): Promise<string>;
}
