/** What an account is let in by from the beginning. */
export const FIRST_KEY = "FIRST-KEY";

/** The keys of an account at its venue. */
export class VenueKeys {
  readonly #made: string[] = [FIRST_KEY];
  readonly #revoked = new Set<string>();

  get newest(): string {
    return this.#made.at(-1)!;
  }

  /** The owner makes new ones; those of before are good until they are revoked. */
  make(owner: string): string {
    const made = `${owner}-key-${this.#made.length + 1}`;
    this.#made.push(made);
    return made;
  }

  revoke(apiKey: string): void {
    this.#revoked.add(apiKey);
  }

  areOf(apiKey: string): boolean {
    return this.#made.includes(apiKey);
  }

  isRevoked(apiKey: string): boolean {
    return this.#revoked.has(apiKey);
  }

  isGood(apiKey: string): boolean {
    return this.areOf(apiKey) && !this.isRevoked(apiKey);
  }
}
