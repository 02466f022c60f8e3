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
  readonly #onTaken: ((count: number) => void) | undefined;
  /** Calls of each second, by its number modulo the length: one place for all of memory's need. */
  readonly #calls = new Uint32Array(SECONDS);
  #inMinute = 0;
  #second: number;
  #reported: { left: number; readonly until: number } | undefined;
  #blockedUntil = 0;

  /** `now` is a clock that only goes forward, in milliseconds; `onTaken` hears of each call that passed. */
  constructor(
    limits: { readonly perMinute: number; readonly reserve: number },
    now: () => number = () => performance.now(),
    onTaken?: (count: number) => void,
  ) {
    this.#onTaken = onTaken;
    this.#perMinute = limits.perMinute;
    this.#reserve = limits.reserve;
    this.#now = now;
    this.#second = Math.floor(now() / SECOND_MS);
  }

  /**
   * Takes one call, or as many as a call counts for, or says how many milliseconds to wait. What counts
   * for more than a minute has is never let through: that is for whoever asks to see.
   */
  take(purpose: "ordinary" | "lowers-risk", count = 1): number {
    const now = this.#now();
    this.#forget(now);
    if (now < this.#blockedUntil) return Math.ceil(this.#blockedUntil - now);
    const kept = purpose === "ordinary" ? this.#reserve : 0;
    const needed = kept + count;
    if (this.#reported && this.#reported.left < needed)
      return Math.ceil(this.#reported.until - now);
    if (this.#perMinute - this.#inMinute < needed) return this.#untilFreed(needed, now);
    this.#calls[this.#second % SECONDS]! += count;
    this.#inMinute += count;
    if (this.#reported) this.#reported.left -= count;
    this.#onTaken?.(count);
    return 0;
  }

  /** Calls that another process made for the same account: they count like our own. */
  noteOthers(count: number): void {
    this.#forget(this.#now());
    this.#calls[this.#second % SECONDS]! += count;
    this.#inMinute += count;
    if (this.#reported) this.#reported.left -= count;
  }

  /**
   * The venue says how many are left: others may be calling under the same keys. It begins to count
   * anew within a minute, so that its word is good for no longer.
   */
  learnLeft(left: number): void {
    if (!Number.isSafeInteger(left) || left < 0) return;
    this.#forget(this.#now());
    if (this.#reported) this.#reported.left = Math.min(this.#reported.left, left);
    else this.#reported = { left, until: this.#now() + MINUTE_MS };
  }

  /** The venue said "too many", and when it counts anew: nothing more until then. */
  blockFor(durationMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + durationMs);
    this.#reported = undefined;
  }

  #forget(now: number): void {
    const second = Math.floor(now / SECOND_MS);
    for (let passed = this.#second + 1; passed <= second; passed += 1) {
      this.#inMinute -= this.#calls[passed % SECONDS]!;
      this.#calls[passed % SECONDS] = 0;
      if (this.#inMinute === 0) break;
    }
    this.#second = Math.max(this.#second, second);
    if (this.#reported && this.#reported.until <= now) this.#reported = undefined;
  }

  /** Until enough of the oldest calls are a minute ago. */
  #untilFreed(needed: number, now: number): number {
    let inMinute = this.#inMinute;
    let second = this.#second;
    while (this.#perMinute - inMinute < needed && second < this.#second + SECONDS) {
      second += 1;
      inMinute -= this.#calls[second % SECONDS]!;
    }
    return Math.ceil(second * SECOND_MS - now);
  }
}
