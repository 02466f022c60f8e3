import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";

import type { KeptEvent } from "./stand-in-state.ts";
import { inOldShape, wireEvent } from "./stand-in-wire.ts";

/** How messages arrive: each of it happens at Stripe too, now and then. */
export interface DeliveryFaults {
  /** Each comes twice. */
  readonly isTwice?: boolean;
  /** The newest of those that wait goes first. */
  readonly isReversed?: boolean;
  /** None comes until it is said otherwise. */
  readonly isHeld?: boolean;
  readonly delayMs?: number;
  /** As an endpoint of an old version of the API gets them. */
  readonly isOld?: boolean;
  /** None ever comes. */
  readonly isLost?: boolean;
}

export interface WebhookLine {
  send(event: KeptEvent): void;
  set(faults: DeliveryFaults): void;
  /** When nothing waits any more. */
  flushed(): Promise<void>;
  stop(): void;
}

export interface WebhookLineNeeds {
  readonly secret: () => string;
  readonly nowSeconds: () => number;
  /** Hands a signed message to the door; false where it was not taken. */
  readonly deliver: (body: string, signature: string) => Promise<boolean>;
}

const TRIES_MAX = 5;
const WAITING_MAX = 1_000;
const AGAIN_MS = 500;

/** Signs what happened and delivers it until it is taken, a few times at most, in order. */
export function webhookLine({ secret, nowSeconds, deliver }: WebhookLineNeeds): WebhookLine {
  const waiting: KeptEvent[] = [];
  const stopped = new AbortController();
  let faults: DeliveryFaults = {};
  let running: Promise<void> | undefined;

  async function once(event: KeptEvent): Promise<boolean> {
    const wire = wireEvent(event);
    const payload = JSON.stringify(faults.isOld ? inOldShape(wire) : wire);
    const signature = Stripe.webhooks.generateTestHeaderString({
      ...{ payload, secret: secret(), timestamp: nowSeconds() },
    });
    try {
      return await deliver(payload, signature);
    } catch {
      // Nobody was there.
      return false;
    }
  }

  async function untilTaken(event: KeptEvent): Promise<void> {
    for (let tries = 1; tries <= TRIES_MAX && !stopped.signal.aborted; tries += 1) {
      if (await once(event)) return;
      await wait(AGAIN_MS * tries);
    }
  }

  const wait = (ms: number) =>
    pause(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);

  async function run(): Promise<void> {
    while (0 < waiting.length && !faults.isHeld && !stopped.signal.aborted) {
      if (faults.delayMs !== undefined) await wait(faults.delayMs);
      const event = faults.isReversed ? waiting.pop() : waiting.shift();
      if (!event || faults.isLost) continue;
      await untilTaken(event);
      if (faults.isTwice) await untilTaken(event);
    }
    running = undefined;
  }

  const go = () => {
    // What belongs together is on the line before the first of it goes.
    running ??= Promise.resolve().then(run);
  };

  return {
    send(event) {
      if (waiting.length < WAITING_MAX) waiting.push(event);
      go();
    },
    set(next) {
      faults = next;
      go();
    },
    async flushed() {
      while (running) await running;
    },
    stop: () => stopped.abort(),
  };
}
