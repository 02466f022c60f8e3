import { MINUTE_MS } from "@sevenfold/domain/market";

import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Heartbeat, Notifier } from "../ports/notifier.ts";
import type { Sight } from "../ports/sight.ts";
import { NO_INCIDENTS, noteLook, type Turn } from "./incidents.ts";
import { LOOK_WITHIN_MS, openLook, within } from "./look-for-trouble.ts";
import { incidentOf, type KnownAtStake, noticeOf } from "./notice-words.ts";
import { openOutbox } from "./outbox.ts";

export const LOOK_EVERY_MS = 5_000;
const STAKE_EVERY_MS = 5 * MINUTE_MS;
const BEAT_EVERY_MS = MINUTE_MS;

export interface WatchNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly sight: Sight;
  readonly notifiers: readonly Notifier[];
  readonly heartbeat?: Heartbeat | undefined;
}

export interface WatchTimes {
  /** Between two reminders of what still stands. */
  readonly remindMs: number;
}

/**
 * Looks every few seconds whether Sevenfold works, and tells somebody when it does not, until the
 * signal aborts. What is wrong when it starts is told as if it had just begun.
 */
export async function runWatch(
  needs: WatchNeeds,
  { remindMs }: WatchTimes,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, notifiers, sight } = needs;
  const look = openLook(needs);
  const outboxes = notifiers.map((notifier) => openOutbox(needs, notifier, signal));
  const sendHeartbeat = openHeartbeat(needs, () => outboxes.every(({ isFailing }) => !isFailing));
  const stake = openStake(needs);
  let incidents = NO_INCIDENTS;
  const isUnheard = (key: string) => {
    const { since } = incidents.open.get(key)!;
    return outboxes.some((outbox) => outbox.isUnheard(incidentOf(key, since.at)));
  };

  const tell = (turn: Turn, atStake: KnownAtStake | undefined) => {
    const notice = noticeOf(turn, { at: clock.now(), atStake, source: sight.name });
    log[turn.event === "ended" ? "info" : "error"](`watch-${turn.event}`, {
      incident: notice.incident,
      says: notice.headline,
    });
    for (const outbox of outboxes) outbox.post(notice);
  };

  while (!signal.aborted) {
    const looked = await look();
    const moment = { at: clock.now(), ms: clock.monotonicMs() };
    const noted = noteLook(incidents, looked, moment, { remindMs, isUnheard });
    incidents = noted.incidents;
    if (looked.found.length === 0) await stake.refresh();
    const atStake = noted.turns.length === 0 ? undefined : await stake.now();
    for (const turn of noted.turns) tell(turn, atStake);
    sendHeartbeat();
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** What is known of the accounts: kept, because who is blind cannot ask any more. */
function openStake({ clock, sight }: Pick<WatchNeeds, "clock" | "sight">) {
  let known: KnownAtStake | undefined;
  let readMs = Number.NEGATIVE_INFINITY;
  const read = async () => {
    readMs = clock.monotonicMs();
    try {
      const atStake = await within(clock, LOOK_WITHIN_MS, sight.atStake());
      known = atStake && { ...atStake, asOf: clock.now() };
    } catch {
      // What was seen last is told, with its time.
    }
    return known;
  };
  return {
    now: read,
    async refresh() {
      if (STAKE_EVERY_MS <= clock.monotonicMs() - readMs) await read();
    },
  };
}

/** Says outwards that the watch lives, while what it tells arrives: a mute watch is a dead one. */
function openHeartbeat({ clock, heartbeat, log }: WatchNeeds, isHeard: () => boolean): () => void {
  let dueMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (!heartbeat || !isHeard() || clock.monotonicMs() < dueMs) return;
    dueMs = clock.monotonicMs() + BEAT_EVERY_MS;
    heartbeat.beat().catch((error: unknown) => {
      log.warn("heartbeat-not-heard", { error: String(error) });
    });
  };
}
