import type { Bar, EventHandlers, Target } from "./strategy-interface.ts";

type PerBar = (bar: Bar) => Target | undefined;
type OnBar = NonNullable<EventHandlers["onBar"]>;

/**
 * Asks at one bar after the other, from one to before another, where the strategy lives: to be called
 * from here for each bar takes longer than most answers. Answers the first target, or nothing once the
 * number of `stirred` was no longer 0, and stays at its bar.
 */
export type AskLoop = (
  view: Bar,
  from: number,
  to: number,
  stirred: Int32Array,
) => Target | undefined;

/**
 * Tells one bar after the other likewise, and answers the first that is not told: the one after that at
 * which the number of `stirred` was no longer 0.
 */
export type TellLoop = (view: Bar, from: number, to: number, stirred: Int32Array) => number;

const ASKING = new WeakMap<PerBar, AskLoop>();
const TELLING = new WeakMap<OnBar, TellLoop>();

/** Who stands between a strategy and its source says so of what it hands on. */
export const loopsFor = {
  asking: (perBar: PerBar, loop: AskLoop): void => void ASKING.set(perBar, loop),
  telling: (onBar: OnBar, loop: TellLoop): void => void TELLING.set(onBar, loop),
};

export const askLoopOf = (perBar: PerBar): AskLoop | undefined => ASKING.get(perBar);

export const tellLoopOf = (onBar: OnBar | undefined): TellLoop | undefined =>
  onBar === undefined ? undefined : TELLING.get(onBar);
