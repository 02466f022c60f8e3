import type { HttpOptions } from "../http-needs.ts";
import { lifeOf } from "../sign-in/sign-in-cookie.ts";

/** How often a live stream speaks, in milliseconds, and how much it takes. */
export interface LivePace {
  /** What prices move is read anew, and pushed where it changed. */
  readonly viewsEveryMs: number;
  readonly pricesEveryMs: number;
  /** How often it speaks at least: browsers take a silence of a few beats for a break. */
  readonly beatEveryMs: number;
  /** How often a stream's sign-in is looked up again. */
  readonly recheckEveryMs: number;
  /** News that comes within this time is told together. */
  readonly gatherMs: number;
  readonly perSignInMax: number;
  readonly perUserMax: number;
  readonly totalMax: number;
  /** A reader with more than this unsent is dropped. */
  readonly unsentBytesMax: number;
  /** Views remembered for telling what changed, of all users together. */
  readonly rememberedBytesMax: number;
}

/** Who only watches is not idle, so a stream's sign-in is looked up well before it would end. */
export function paceOf(options: Pick<HttpOptions, "livePace" | "signInLife">): LivePace {
  const pace = { ...LIVE_PACE, ...options.livePace };
  const recheckEveryMs = Math.min(pace.recheckEveryMs, lifeOf(options).idleMs / 4);
  return { ...pace, recheckEveryMs };
}

export const LIVE_PACE: LivePace = {
  viewsEveryMs: 5_000,
  pricesEveryMs: 500,
  beatEveryMs: 2_000,
  recheckEveryMs: 60_000,
  gatherMs: 50,
  perSignInMax: 4,
  perUserMax: 10,
  totalMax: 2_000,
  unsentBytesMax: 256 * 1024,
  rememberedBytesMax: 64 * 1024 * 1024,
};
