/** How often a live stream speaks, in milliseconds, and how much it takes. */
export interface LiveTimes {
  /** What prices move is read anew, and pushed where it changed. */
  readonly viewsEveryMs: number;
  readonly pricesEveryMs: number;
  /** How often it speaks at least: browsers take a silence of a few beats for a break. */
  readonly heartbeatEveryMs: number;
  /** How often a stream's sign-in is looked up again. */
  readonly recheckEveryMs: number;
  /** News that comes within this time is sent together. */
  readonly gatherMs: number;
  readonly perSignInMax: number;
  readonly perUserMax: number;
  readonly totalMax: number;
  /** A reader with more than this unsent is dropped. */
  readonly unsentBytesMax: number;
  /** Views remembered for telling what changed, of all users together. */
  readonly rememberedBytesMax: number;
}
