const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** A minute that begins within a second touches this many. */
const SECONDS = 61;

/**
 * How many calls a venue lets an account make in a minute: no sixty seconds have more, the first ones
 * included. All of them may come at once. The last `reserve` calls are kept for what lowers risk:
 * cancels and closes.
 */
export class CallBudget {
  readonly #perMinute: number;
  readonly #reserve: number;
  readonly #now: () => number;
  /** Calls of each second, by its number modulo the length: one place for all of memory's need. */
  readonly #calls = new Uint32Array(SECONDS);
  #inMinute = 0;
  #second: number;
  #told: { left: number; readonly until: number } | undefined;
  #blockedUntil = 0;

  /** `now` is a clock that only goes forward, in milliseconds. */
  constructor(
    limits: { readonly perMinute: number; readonly reserve: number },
    now: () => number = () => performance.now(),
  ) {
    this.#perMinute = limits.perMinute;
    this.#reserve = limits.reserve;
    this.#now = now;
    this.#second = Math.floor(now() / SECOND_MS);
  }

  /** Takes one call, or says how many milliseconds to wait for it. */
  take(purpose: "ordinary" | "lowers-risk"): number {
    const now = this.#now();
    this.#forget(now);
    if (now < this.#blockedUntil) return Math.ceil(this.#blockedUntil - now);
    const kept = purpose === "ordinary" ? this.#reserve : 0;
    if (this.#told && this.#told.left <= kept) return Math.ceil(this.#told.until - now);
    if (this.#perMinute - this.#inMinute <= kept) return this.#untilFreed(kept, now);
    this.#calls[this.#second % SECONDS]! += 1;
    this.#inMinute += 1;
    if (this.#told) this.#told.left -= 1;
    return 0;
  }

  /**
   * The venue says how many are left: others may be calling under the same keys. It begins to count
   * anew within a minute, so that its word is good for no longer.
   */
  learnLeft(left: number): void {
    if (!Number.isSafeInteger(left) || left < 0) return;
    this.#forget(this.#now());
    if (this.#told) this.#told.left = Math.min(this.#told.left, left);
    else this.#told = { left, until: this.#now() + MINUTE_MS };
  }

  /** The venue said "too many", and when it counts anew: nothing more until then. */
  blockFor(durationMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + durationMs);
    this.#told = undefined;
  }

  #forget(now: number): void {
    const second = Math.floor(now / SECOND_MS);
    for (let passed = this.#second + 1; passed <= second; passed += 1) {
      this.#inMinute -= this.#calls[passed % SECONDS]!;
      this.#calls[passed % SECONDS] = 0;
      if (this.#inMinute === 0) break;
    }
    this.#second = Math.max(this.#second, second);
    if (this.#told && this.#told.until <= now) this.#told = undefined;
  }

  /** Until enough of the oldest calls are a minute ago. */
  #untilFreed(kept: number, now: number): number {
    let inMinute = this.#inMinute;
    let second = this.#second;
    while (this.#perMinute - inMinute <= kept && second < this.#second + SECONDS) {
      second += 1;
      inMinute -= this.#calls[second % SECONDS]!;
    }
    return Math.ceil(second * SECOND_MS - now);
  }
}
