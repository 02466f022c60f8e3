/**
 * How many calls a venue lets an account make in a minute, as a token bucket. The last `reserve`
 * calls are kept for what lowers risk: cancels and closes.
 */
export class CallBudget {
  readonly #perMinute: number;
  readonly #reserve: number;
  #left: number;
  #filledAt: number;
  #blockedUntil = 0;

  constructor(limits: { readonly perMinute: number; readonly reserve: number }) {
    this.#perMinute = limits.perMinute;
    this.#reserve = limits.reserve;
    this.#left = limits.perMinute;
    this.#filledAt = performance.now();
  }

  /** Takes one call, or says how many milliseconds to wait for it. */
  take(purpose: "ordinary" | "lowers-risk"): number {
    const now = performance.now();
    const earned = ((now - this.#filledAt) / 60_000) * this.#perMinute;
    this.#left = Math.min(this.#perMinute, this.#left + earned);
    this.#filledAt = now;
    if (now < this.#blockedUntil) return Math.ceil(this.#blockedUntil - now);
    const needed = purpose === "ordinary" ? this.#reserve + 1 : 1;
    if (needed <= this.#left) {
      this.#left -= 1;
      return 0;
    }
    return Math.ceil(((needed - this.#left) / this.#perMinute) * 60_000);
  }

  /** The venue says how many are left: others may be calling under the same keys. */
  learnLeft(left: number): void {
    if (Number.isSafeInteger(left) && 0 <= left) this.#left = Math.min(this.#left, left);
  }

  /** The venue said "too many": nothing more until then. */
  blockFor(durationMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, performance.now() + durationMs);
    this.#left = 0;
  }
}
