import type { HttpOptions } from "../http-needs.ts";
import { lifeOf } from "../sign-in/sign-in-cookie.ts";
import type { LiveTimes } from "./live-times.ts";

/** Who only watches is not idle, so a stream's sign-in is looked up well before it would end. */
export function liveTimesOf(options: Pick<HttpOptions, "liveTimes" | "signInLife">): LiveTimes {
  const times = { ...LIVE_TIMES, ...options.liveTimes };
  const recheckEveryMs = Math.min(times.recheckEveryMs, lifeOf(options).idleMs / 4);
  return { ...times, recheckEveryMs };
}

export const LIVE_TIMES: LiveTimes = {
  viewsEveryMs: 5_000,
  pricesEveryMs: 500,
  heartbeatEveryMs: 2_000,
  recheckEveryMs: 60_000,
  gatherMs: 50,
  perSignInMax: 4,
  perUserMax: 10,
  totalMax: 2_000,
  unsentBytesMax: 256 * 1024,
  rememberedBytesMax: 64 * 1024 * 1024,
};
