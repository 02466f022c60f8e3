import { type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Clock } from "../../ports/clock.ts";

/** So long somebody may order who has not heard of it. */
const HEARD_MS = MINUTE_MS;

/** When a symbol last had an order, a fill or a move of shares that nobody could know of. */
export class VenueSurprises {
  readonly #latest = new Map<Ticker, Instant>();
  /** Those since which no orders were told. */
  readonly #unread = new Set<Ticker>();
  readonly #clock: Pick<Clock, "now">;
  /** When the latest began to ask here who had asked nothing before. */
  #begunAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Something of the symbol is told then only: nobody can know of it before. */
  note(ticker: Ticker, toldAt: Instant = this.#clock.now()): void {
    this.#latest.set(ticker, instant(Math.max(this.#latest.get(ticker) ?? 0, toldAt)));
    this.#unread.add(ticker);
  }

  /** All orders are told: whoever asked hears of them soon. */
  tellOrders(): void {
    const unread = [...this.#unread];
    this.#unread.clear();
    for (const ticker of unread) {
      this.note(ticker);
      this.#unread.delete(ticker);
    }
  }

  /** Another asks from now on, who has not seen what was told before. */
  beginAnew(): void {
    this.#begunAt = this.#clock.now();
  }

  /** A question got no answer: what nobody could know of, nobody knows of yet, nor who has just begun. */
  leaveUnread(): void {
    const now = this.#clock.now();
    const hasBegun = now - HEARD_MS < this.#begunAt;
    const unheard = hasBegun ? [...this.#latest.keys()] : this.#unheardAt(now);
    for (const ticker of unheard) this.#latest.set(ticker, now);
  }

  /** So much time has passed in which nobody asked anything. */
  passUnheard(ms: number): void {
    for (const ticker of this.#unheardAt(instant(this.#clock.now() - ms)))
      this.#latest.set(ticker, instant(this.#latest.get(ticker)! + ms));
  }

  /** Whether it may not have been known yet to whoever ordered then: of this symbol, or of any. */
  mayBeUnknown(orderedAt: Instant, ticker?: Ticker): boolean {
    if (ticker === undefined ? 0 < this.#unread.size : this.#unread.has(ticker)) return true;
    const latest = ticker === undefined ? [...this.#latest.values()] : [this.#latest.get(ticker)];
    return latest.some((at = instant(0)) => orderedAt - HEARD_MS < at);
  }

  #unheardAt(now: Instant): readonly Ticker[] {
    return [...this.#latest].flatMap(([ticker, at]) =>
      now - HEARD_MS < at && at < now ? [ticker] : [],
    );
  }
}
