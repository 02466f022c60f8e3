/** How many of the server's times are remembered: ten seconds of beats. */
const HEARD_MAX = 5;
/** Server less browser, in milliseconds, oldest first. */
let ahead: readonly number[] = [];

/** Notes what time it was at the server when it wrote what has just come. */
export function noteServerTime(at: number): void {
  if (Number.isFinite(at) && 0 < at) ahead = [...ahead, at - Date.now()].slice(-HEARD_MAX);
}

/**
 * UTC milliseconds by the server's clock, which every price's age is told by: a browser's own may
 * be minutes off. What comes late says too early a time, so the latest of the times counts, and
 * nothing looks younger than it is.
 */
export const serverNow = (): number => Date.now() + (ahead.length === 0 ? 0 : Math.max(...ahead));

export function forgetServerTime(): void {
  ahead = [];
}
