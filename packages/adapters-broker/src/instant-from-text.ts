import { type Instant, instant } from "@sevenfold/domain/market";

/** "Z", "-04:00" or "+0000" at the end of a time of day. */
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * A time in ISO 8601, to the millisecond; undefined of what is none. Without an offset it is of UTC, like a
 * date alone, whatever the zone of this machine.
 */
export function instantFromText(text: string): Instant | undefined {
  const isLocal = text.includes(":") && !text.endsWith("Z") && !ZONED.test(text);
  const ms = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(ms) ? undefined : instant(ms);
}
