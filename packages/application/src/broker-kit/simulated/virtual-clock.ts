import { type Instant, instant } from "@sevenfold/domain/market";

import type { Clock } from "../../ports/clock.ts";

interface Sleeper {
  readonly dueMs: number;
  /** Of those due together the one that slept first wakes first. */
  readonly sequence: number;
  readonly wake: () => void;
  /** Wakes it before its time. */
  readonly signal: AbortSignal | undefined;
}

/** Resolves when everything that can go on without time passing has done so. */
export interface Drain {
  (): Promise<void>;
  /** The same, told instead of promised. */
  readonly tick?: (goOn: () => void) => void;
}

const DONE = Promise.resolve();

/** A clock whose time passes only when told to: hours in moments, the same way every time. */
export class VirtualClock implements Clock {
  readonly #startedAt: Instant;
  readonly #drain: Drain;
  readonly #heap: Sleeper[] = [];
  /** How many sleepers have been woken by their time. */
  woken = 0;
  #elapsedMs = 0;
  #sequence = 0;
  /** Those that are listened to: one listener for all who sleep until it aborts, however often they sleep. */
  readonly #signals = new WeakSet<AbortSignal>();

  constructor(startsAt: Instant, drain: Drain) {
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
    if (signal && !this.#signals.has(signal)) this.#listen(signal);
    const dueMs = this.#elapsedMs + Math.max(0, durationMs);
    return new Promise((wake) => {
      this.#push({ dueMs, sequence: this.#sequence++, wake, signal });
    });
  }

  /** Lets this much time pass, waking every sleeper at its time, one after the other. */
  pass(durationMs: number): Promise<void> {
    const until = this.#elapsedMs + durationMs;
    return new Promise((passed, failed) => {
      const goOn = () => {
        if (this.#wakeNext(until)) drained();
        else passed();
      };
      const { tick } = this.#drain;
      const later = tick && (() => tick(goOn));
      // No promise for each sleeper: there are ten thousand of them in a simulated day.
      const drained = () => void (later ? DONE.then(later) : this.#drain().then(goOn, failed));
      drained();
    });
  }

  /** Answers whether there was one to wake until then; that time has passed otherwise. */
  #wakeNext(until: number): boolean {
    const next = this.#heap[0];
    if (next === undefined || until < next.dueMs) {
      this.#elapsedMs = until;
      return false;
    }
    this.#pop();
    this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
    this.woken += 1;
    next.wake();
    return true;
  }

  /** The process was stopped for a while: time has passed and nobody was woken. */
  stall(durationMs: number): void {
    this.#elapsedMs += durationMs;
  }

  /** To look for its sleepers as it aborts is less than to keep them together: most are woken by their time. */
  #listen(signal: AbortSignal): void {
    this.#signals.add(signal);
    const wakeAll = () => {
      const asleep = this.#heap.filter((each) => each.signal === signal);
      asleep.sort((one, other) => one.sequence - other.sequence);
      for (const { wake } of asleep) wake();
    };
    signal.addEventListener("abort", wakeAll, { once: true });
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

const isEarlier = (one: Sleeper, other: Sleeper): boolean =>
  one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.sequence < other.sequence);
