import type { Instant } from "@sevenfold/domain/market";
import { newYorkOffsetMinutes } from "@sevenfold/domain/new-york-time";

const MINUTE_MS = 60_000;

/** Milliseconds that a zone's clocks are ahead of UTC at an instant. */
export type OffsetAt = (ms: number) => number;

/** Reads the offsets of an IANA zone. New York's, which nearly every bar is in, need no database. */
export function zoneOffsets(zone: string): OffsetAt {
  if (zone === "UTC") return () => 0;
  const listed = listedOffsets(zone);
  if (zone !== "America/New_York") return listed;
  return (ms) => (ms < 0 ? listed(ms) : newYorkOffsetMinutes(ms as Instant) * MINUTE_MS);
}

/** The offset for a local time; `local` is the wall clock read as if it were UTC. */
export function offsetOfLocal(offsetAt: OffsetAt, local: number): number {
  const guess = offsetAt(local);
  const first = offsetAt(local - guess);
  if (first === guess) return guess;
  const second = offsetAt(local - first);
  // A time that the clocks leave out is read by the offset that follows.
  return first === second ? first : Math.max(first, second);
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** By the time zone database. The formatter is made at the first question: it takes a while. */
function listedOffsets(zone: string): OffsetAt {
  let clock: Intl.DateTimeFormat | undefined;
  return (ms) => {
    clock ??= new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      era: "short",
    });
    return localOf(clock, ms) - Math.floor(ms / 1_000) * 1_000;
  };
}

/** What the clocks show, read as if it were UTC. */
function localOf(clock: Intl.DateTimeFormat, ms: number): number {
  const shown = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]));
  const year = shown.era === "AD" ? Number(shown.year) : 1 - Number(shown.year);
  return Date.UTC(
    year,
    Number(shown.month) - 1,
    Number(shown.day),
    Number(shown.hour),
    Number(shown.minute),
    Number(shown.second),
  );
}
