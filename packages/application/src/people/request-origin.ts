/** Where a request comes from. */
export interface RequestOrigin {
  /** Its network address, for the audit. */
  readonly address: string;
  /** What is counted as one guesser: the address, or all addresses its owner has beside it. */
  readonly network: string;
}
