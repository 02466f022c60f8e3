/** Encrypts credentials at rest. The context binds a ciphertext to its row: elsewhere it does not open. */
export interface SecretVault {
  seal(plain: string, context: string): Promise<string>;
  /** Rejects when the ciphertext was changed, moved or sealed under a key we no longer hold. */
  open(sealed: string, context: string): Promise<string>;
}
