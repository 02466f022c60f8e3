import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Notice, Notifier } from "../ports/notifier.ts";

export const TRIES_MAX = 12;
/** Beyond it the oldest is given up: newer ones say more of how things are. */
export const WAITING_MAX = 100;
const PAUSE_MIN_MS = 1_000;
const PAUSE_MAX_MS = 60_000;

/** What waits to be delivered in one way, in the order in which it came. */
export interface Outbox {
  post(notice: Notice): void;
  /** The latest try failed: whoever should hear may not have. */
  readonly isFailing: boolean;
  /** Whether what was posted last of the incident was given up. */
  isUnheard(incident: string): boolean;
}

/** Delivers by and by until the signal aborts; nobody waits for it. */
export function openOutbox(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  notifier: Notifier,
  signal: AbortSignal,
): Outbox {
  const waiting: Notice[] = [];
  const unheard = new Set<string>();
  let isFailing = false;
  let isDelivering = false;

  const giveUp = ({ event, incident }: Notice) => {
    // What has ended is told of no more.
    if (event !== "ended") unheard.add(incident);
    log.error("notice-not-delivered", { to: notifier.name, event, incident });
  };

  const deliver = async (notice: Notice) => {
    for (let tries = 1; !signal.aborted; tries += 1) {
      const failure = await failureOf(notifier.tell(notice));
      isFailing = failure !== undefined;
      if (!failure) return;
      log.warn("notice-delayed", { to: notifier.name, tries, error: failure });
      if (tries === TRIES_MAX) return giveUp(notice);
      await clock.sleep(Math.min(PAUSE_MIN_MS * 2 ** (tries - 1), PAUSE_MAX_MS), signal);
    }
  };

  const deliverAll = async () => {
    isDelivering = true;
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift())
      await deliver(next);
    isDelivering = false;
  };

  return {
    post(notice) {
      if (WAITING_MAX <= waiting.length) giveUp(waiting.shift()!);
      unheard.delete(notice.incident);
      waiting.push(notice);
      if (!isDelivering) void deliverAll();
    },
    get isFailing() {
      return isFailing;
    },
    isUnheard: (incident) => unheard.has(incident),
  };
}

const failureOf = (told: Promise<void>): Promise<string | undefined> =>
  told.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
