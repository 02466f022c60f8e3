import { type Instant, instant } from "@sevenfold/domain/market";

import type { Clock } from "../../ports/clock.ts";
import { madeOnce } from "./made-once.ts";

interface Sleeper {
  readonly dueMs: number;
  /** Of those due together the one that slept first wakes first. */
  readonly sequence: number;
  readonly wake: () => void;
  /** All who sleep until the same signal aborts. */
  readonly beside: Set<Sleeper> | undefined;
}

/** A clock whose time passes only when told to: hours in moments, the same way every time. */
export class VirtualClock implements Clock {
  readonly #startedAt: Instant;
  readonly #drain: () => Promise<void>;
  readonly #heap: Sleeper[] = [];
  /** How many sleepers have been woken by their time. */
  woken = 0;
  #elapsedMs = 0;
  #sequence = 0;
  readonly #sleepersBy = madeOnce(sleepersBy);

  /** `drain` resolves when everything that can go on without time passing has done so. */
  constructor(startsAt: Instant, drain: () => Promise<void>) {
    this.#startedAt = startsAt;
    this.#drain = drain;
  }

  now(): Instant {
    return instant(this.#startedAt + this.#elapsedMs);
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    const beside = signal && this.#sleepersBy(signal);
    const dueMs = this.#elapsedMs + Math.max(0, durationMs);
    return new Promise((wake) => {
      const sleeper = { dueMs, sequence: this.#sequence++, wake, beside };
      beside?.add(sleeper);
      this.#push(sleeper);
    });
  }

  /** Lets this much time pass, waking every sleeper at its time, one after the other. */
  async pass(durationMs: number): Promise<void> {
    const until = this.#elapsedMs + durationMs;
    await this.#drain();
    for (let next = this.#heap[0]; next && next.dueMs <= until; next = this.#heap[0]) {
      this.#pop();
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
      this.woken += 1;
      next.beside?.delete(next);
      next.wake();
      await this.#drain();
    }
    this.#elapsedMs = until;
  }

  /** The process was stopped for a while: time has passed and nobody was woken. */
  stall(durationMs: number): void {
    this.#elapsedMs += durationMs;
  }

  #push(sleeper: Sleeper): void {
    const heap = this.#heap;
    let child = heap.push(sleeper) - 1;
    while (0 < child) {
      const parent = (child - 1) >> 1;
      if (isEarlier(heap[parent]!, sleeper)) break;
      heap[child] = heap[parent]!;
      child = parent;
    }
    heap[child] = sleeper;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (heap.length <= child) break;
      if (child + 1 < heap.length && isEarlier(heap[child + 1]!, heap[child]!)) child += 1;
      if (isEarlier(last, heap[child]!)) break;
      heap[parent] = heap[child]!;
      parent = child;
    }
    heap[parent] = last;
  }
}

/** Who sleeps until a signal aborts: one listener for all of them, however often they sleep. */
function sleepersBy(signal: AbortSignal): Set<Sleeper> {
  const sleepers = new Set<Sleeper>();
  const wakeAll = () => {
    for (const { wake } of sleepers) wake();
    sleepers.clear();
  };
  signal.addEventListener("abort", wakeAll, { once: true });
  return sleepers;
}

const isEarlier = (one: Sleeper, other: Sleeper): boolean =>
  one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.sequence < other.sequence);
