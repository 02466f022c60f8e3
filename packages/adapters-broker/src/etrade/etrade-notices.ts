import { setTimeout as sleep } from "node:timers/promises";

import { type BrokerNotice, BrokerUnavailable } from "@sevenfold/application/ports/broker";

import type { OrderReading } from "./etrade-order-mapping.ts";

/** E*TRADE tells nobody anything by itself: its list of orders is read again and again. */
export interface OrderWatch {
  /** Today's orders, as far as they matter now. */
  readonly read: () => Promise<readonly OrderReading[]>;
  /** How long to wait for the next look, while orders are at work and while none is. */
  readonly pollMs: { readonly working: number; readonly quiet: number };
  readonly bell: Bell;
}

const RETRY_MS_MIN = 2_000;
const RETRY_MS_MAX = 16_000;
/** A door that is shut is tried three times an hour at most. */
const REFUSED_WAIT_MS = 20 * 60_000;

/** The changes from one look to the next. After every "connected" the reader reconciles. */
export async function* etradeNotices(
  watch: OrderWatch,
  signal: AbortSignal,
): AsyncGenerator<BrokerNotice, void, undefined> {
  let told: ReadonlyMap<string, OrderReading> | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const looked = await look(watch);
    if (signal.aborted) return;
    if (looked instanceof BrokerUnavailable) {
      const areKeysRefused =
        looked.reason === "credentials" || looked.reason === "needs-authorisation";
      if (failures === 0) yield disconnected(looked, areKeysRefused);
      told = undefined;
      failures += 1;
      const retryMs = Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** Math.min(failures - 1, 16));
      await watch.bell.wait(areKeysRefused ? REFUSED_WAIT_MS : retryMs, signal);
      continue;
    }
    failures = 0;
    if (told) yield* changesIn(looked, told);
    else yield { kind: "connected" };
    told = new Map(looked.map((reading) => [reading.report.brokerOrderId, reading]));
    const isWorking = looked.some(({ report: { state } }) => state === "working");
    await watch.bell.wait(isWorking ? watch.pollMs.working : watch.pollMs.quiet, signal);
  }
}

const look = ({ read }: OrderWatch): Promise<readonly OrderReading[] | BrokerUnavailable> =>
  read().catch((error: unknown) => {
    if (error instanceof BrokerUnavailable) return error;
    throw error;
  });

const disconnected = ({ message }: BrokerUnavailable, areKeysRefused: boolean): BrokerNotice => ({
  kind: "disconnected",
  message,
  ...(areKeysRefused && { areKeysRefused }),
});

/** The execution first: the order's state is only true together with it. */
function* changesIn(
  readings: readonly OrderReading[],
  told: ReadonlyMap<string, OrderReading>,
): Generator<BrokerNotice, void, undefined> {
  for (const { execution, report } of readings) {
    const before = told.get(report.brokerOrderId);
    // Its price may be told later than that it traded.
    if (execution && (!before?.execution || before.report.filled !== report.filled))
      yield { kind: "execution", execution };
    const isNews =
      before?.report.state !== report.state ||
      before.report.filled !== report.filled ||
      before.report.message !== report.message;
    if (isNews) yield { kind: "order", report };
  }
}

/** Ends a wait before its time: something was just ordered. */
export interface Bell {
  ring(): void;
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
}

export function openBell(): Bell {
  let waiting = new AbortController();
  return {
    ring: () => waiting.abort(),
    async wait(durationMs, signal) {
      // Heard and not heard any more: a signal that follows both, as `AbortSignal.any` makes it, would
      // stay with the account's for as long as that is followed.
      const { signal: either } = waiting;
      const end = () => waiting.abort();
      if (signal.aborted) return;
      signal.addEventListener("abort", end, { once: true });
      await sleep(durationMs, undefined, { signal: either }).catch(() => undefined);
      signal.removeEventListener("abort", end);
      if (either.aborted) waiting = new AbortController();
    },
  };
}
