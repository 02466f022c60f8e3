const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const dayAndClock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** "10:42:07" in New York. */
export const clockText = (at: number | string): string => clock.format(new Date(at));
/** "Nov 21, 10:42" in New York. */
export const momentText = (at: number | string): string => dayAndClock.format(new Date(at));
/** "Nov 21, 2025" in New York. */
export const dayText = (at: number | string): string => day.format(new Date(at));

const DAY_MS = 86_400_000;

/** "10:42:07" of today, "Nov 21, 10:42" of before: when a figure is from. */
export const asOfText = (at: number, now: number): string =>
  now - at < DAY_MS / 2 ? clockText(at) : momentText(at);

/** "5s", "3m", "2h": the age of something, rounded down. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return `${Math.floor(seconds / 3600)}h`;
}

/** "1:04:09" or "4:09": what is left of a countdown; past its end "0:00". */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours === 0
    ? `${minutes}:${two(seconds % 60)}`
    : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
