import type { Announcement, Announcer } from "@sevenfold/application/ports/announcer";
import type { Clock } from "@sevenfold/application/ports/clock";

import { keptTimes } from "./kept-times.ts";

interface Kept {
  readonly path: string;
  readonly untilMs: number;
  readonly bytes: Promise<Buffer>;
  /** Whoever asks meanwhile waits for the same answer. */
  isBeingMade: boolean;
}

/** A view by its path, and what is asked of it. */
export interface Asked {
  readonly path: string;
  readonly input: string;
}

export interface KeptAnswers {
  /** What the view answers the user, made now unless an answer of a moment ago is kept. */
  answer(userId: string, asked: Asked, make: () => Promise<Buffer>): Promise<Buffer>;
  close(): void;
}

interface Needs {
  readonly announcer: Announcer;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly keptMs: number;
  /** The paths of the views that an announcement may change; undefined where any may. */
  readonly changedBy: (announcement: Announcement) => readonly string[] | undefined;
}

const USERS_MAX = 2_000;
const ANSWERS_MAX = 40;

/**
 * Keeps what a user's views answered for a moment, so that many windows cost as much as one. What
 * changes is announced once it is committed, and the answers it may change are forgotten with that,
 * also those that are just being made.
 */
export function openKeptAnswers({ announcer, changedBy, clock, keptMs }: Needs): KeptAnswers {
  const users = new Map<string, Map<string, Kept>>();
  const nextKeptMs = keptTimes(keptMs);

  const forget = (announcement: Announcement) => {
    const paths = changedBy(announcement);
    if (paths === undefined) return void users.delete(announcement.userId);
    const own = users.get(announcement.userId);
    for (const [address, { path }] of own ?? []) if (paths.includes(path)) own?.delete(address);
  };
  const deafen = announcer.listen(forget, () => users.clear());

  const ofUser = (userId: string): Map<string, Kept> => {
    const known = users.get(userId);
    if (known) return known;
    makeRoom(users, USERS_MAX);
    const fresh = new Map<string, Kept>();
    users.set(userId, fresh);
    return fresh;
  };

  return {
    async answer(userId, { input, path }, make) {
      const own = ofUser(userId);
      const address = `${path} ${input}`;
      const known = own.get(address);
      if (known && (known.isBeingMade || clock.monotonicMs() < known.untilMs)) return known.bytes;
      own.delete(address);
      makeRoom(own, ANSWERS_MAX);
      const untilMs = clock.monotonicMs() + nextKeptMs();
      const fresh = { path, untilMs, bytes: make(), isBeingMade: true };
      own.set(address, fresh);
      try {
        return await fresh.bytes;
      } catch (error) {
        // Forgotten meanwhile, another may stand here.
        if (own.get(address) === fresh) own.delete(address);
        throw error;
      } finally {
        fresh.isBeingMade = false;
      }
    },
    close: deafen,
  };
}

/** Who came first goes first: what is kept is worth a moment at most. */
function makeRoom(map: Map<string, unknown>, max: number): void {
  if (max <= map.size) map.delete(map.keys().next().value!);
}
