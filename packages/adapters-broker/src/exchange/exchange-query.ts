import { isTradingDayText } from "@sevenfold/domain/calendar-date";
import { type Instant, instant } from "@sevenfold/domain/market";

import { RequestRefused } from "./exchange-http.ts";

/** A whole number of the query within bounds; 422 outside them. */
export function countFrom(
  query: URLSearchParams,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  const text = query.get(name);
  if (text === null || text === "") return fallback;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || max < count)
    throw new RequestRefused(422, { code: 40010001, message: `invalid ${name}: ${text}` });
  return count;
}

/** One of the words allowed, the first when absent; 422 on another. */
export function wordFrom<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = query.get(name);
  if (text === null || text === "") return words[0];
  const word = words.find((each) => each === text.toLowerCase());
  if (word === undefined)
    throw new RequestRefused(422, { code: 40010001, message: `invalid ${name}: ${text}` });
  return word;
}

/** A list separated by commas; undefined when absent. */
export function listFrom(query: URLSearchParams, name: string): readonly string[] | undefined {
  const text = query.get(name);
  return text
    ? text
        .split(",")
        .map((word) => word.trim())
        .filter(Boolean)
    : undefined;
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** An RFC 3339 time or a date as microseconds since 1970; undefined when absent, 422 on nonsense. */
export function microsFrom(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  // An unescaped plus of an offset arrives as a space.
  const match = TIME.exec(text.replace(/ (\d{2}:?\d{2})$/, "+$1"));
  const [, day, clock = "00:00:00", fraction = "", zone = "Z"] = match ?? [];
  // JavaScript takes February 30 for a day in March.
  const isDay = day !== undefined && isTradingDayText(day);
  const wholeMs = isDay ? Date.parse(`${day}T${clock}${zone.toUpperCase()}`) : Number.NaN;
  if (!Number.isFinite(wholeMs))
    throw new RequestRefused(422, { code: 40010001, message: `invalid ${name}: ${text}` });
  return wholeMs * 1_000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

export function instantFrom(query: URLSearchParams, name: string): Instant | undefined {
  const micros = microsFrom(query, name);
  return micros === undefined ? undefined : instant(Math.floor(micros / 1_000));
}
