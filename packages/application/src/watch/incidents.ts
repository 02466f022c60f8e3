import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { Looked } from "./look-for-trouble.ts";
import { keyOf, standsFor, type Trouble, waitsForPerson } from "./trouble.ts";
import type { Moment } from "./worker-silence.ts";

/** So long a trouble has to stand in every look before it is told. */
export const STANDS_MS = 10_000;
/** So long it has to be gone before that is told; twice as long for each time it had come back. */
export const WELL_MS = MINUTE_MS;
export const WELL_MS_MAX = 10 * MINUTE_MS;
/** How long it is remembered that it was there before. */
const REMEMBERED_MS = 60 * MINUTE_MS;

export interface Incident {
  readonly trouble: Trouble;
  readonly since: Moment;
  /** When it was last told of; undefined while it may still be nothing. */
  readonly toldMs?: number;
  /** What stood then. */
  readonly toldFor?: string;
  /** Since when no look has found it. */
  readonly goneMs?: number;
}

export interface Incidents {
  readonly open: ReadonlyMap<string, Incident>;
  /** When incidents of a key were told to have begun, within the hour. */
  readonly begun: ReadonlyMap<string, readonly number[]>;
}

export const NO_INCIDENTS: Incidents = { open: new Map(), begun: new Map() };

/** Something to tell about an incident. */
export interface Turn {
  readonly event: "begun" | "standing" | "ended";
  readonly trouble: Trouble;
  readonly since: Instant;
}

export interface Reminders {
  /** Between two of what still stands. */
  readonly remindMs: number;
  /** Whether somebody was never reached with what was told last of it. */
  readonly isUnheard: (key: string) => boolean;
}

/**
 * What a look changes: an incident is told once when it begins, again at intervals while it stands,
 * and once when it has ended. One that stands until a person has acted is told again only when it
 * changed, or was not heard of. What comes back soon is the same incident.
 */
export function noteLook(
  before: Incidents,
  { found, isUnsaid }: Looked,
  moment: Moment,
  reminders: Reminders,
): { readonly incidents: Incidents; readonly turns: readonly Turn[] } {
  const foundByKey = new Map(found.map((trouble) => [keyOf(trouble), trouble]));
  const open = new Map<string, Incident>();
  const begun = remembered(before.begun, moment.ms);
  const turns: Turn[] = [];
  for (const key of new Set([...before.open.keys(), ...foundByKey.keys()])) {
    const trouble = foundByKey.get(key);
    const known = before.open.get(key);
    const times = begun.get(key) ?? [];
    const next = trouble
      ? whenFound(known, trouble, moment, reminders)
      : isUnsaid(known!.trouble)
        ? { incident: heldOver(known!) }
        : whenGone(known!, moment.ms, wellMsAfter(times.length));
    if (next.incident) open.set(key, next.incident);
    if (next.event === "begun") begun.set(key, [...times, moment.ms]);
    const { since, trouble: toldOf } = next.incident ?? known!;
    if (next.event) turns.push({ event: next.event, trouble: toldOf, since: since.at });
  }
  return { incidents: { open, begun }, turns };
}

interface Next {
  /** Undefined: it is over, or it was nothing. */
  readonly incident?: Incident;
  readonly event?: Turn["event"];
}

function whenFound(
  known: Incident | undefined,
  trouble: Trouble,
  moment: Moment,
  reminders: Reminders,
): Next {
  if (!known) return { incident: { trouble, since: moment } };
  const { since, toldMs, toldFor } = known;
  const told = { trouble, since, toldMs: moment.ms, toldFor: standsFor(trouble) };
  if (toldMs === undefined)
    return moment.ms - since.ms < STANDS_MS
      ? { incident: { trouble, since } }
      : { incident: told, event: "begun" };
  return isDue(known, trouble, moment.ms - toldMs, reminders)
    ? { incident: told, event: "standing" }
    : { incident: { trouble, since, toldMs, ...(toldFor !== undefined && { toldFor }) } };
}

function isDue(
  { toldFor }: Incident,
  trouble: Trouble,
  agoMs: number,
  { isUnheard, remindMs }: Reminders,
): boolean {
  const hasChanged = toldFor !== standsFor(trouble);
  if (waitsForPerson(trouble) && !isUnheard(keyOf(trouble))) return hasChanged && WELL_MS <= agoMs;
  return remindMs <= agoMs;
}

const heldOver = ({ goneMs: _, ...incident }: Incident): Incident => incident;

function whenGone(known: Incident, ms: number, wellMs: number): Next {
  if (known.toldMs === undefined) return {};
  const goneMs = known.goneMs ?? ms;
  return ms - goneMs < wellMs ? { incident: { ...known, goneMs } } : { event: "ended" };
}

const wellMsAfter = (times: number): number =>
  Math.min(WELL_MS * 2 ** Math.max(0, times - 1), WELL_MS_MAX);

const remembered = (begun: Incidents["begun"], ms: number): Map<string, readonly number[]> =>
  new Map(
    [...begun].flatMap(([key, times]) => {
      const recent = times.filter((each) => ms - each < REMEMBERED_MS);
      return recent.length === 0 ? [] : [[key, recent] as const];
    }),
  );
