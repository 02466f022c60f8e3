export interface Confirmed {
  /** That it is on, and what ended by it. */
  readonly message: string;
  readonly recoveryCodes: readonly string[];
}

export interface TotpSecret {
  readonly secret: string;
  readonly uri: string;
}
