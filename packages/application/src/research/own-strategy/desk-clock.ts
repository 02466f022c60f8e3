import type { Instant } from "@sevenfold/domain/market";

/** When it is at the desk. */
export interface DeskClock {
  at: Instant;
  inSession: boolean;
  isOpening: boolean;
  /** Says it in the place of `at` while a strategy is told many closes in a row. */
  clock: (() => Instant) | undefined;
}

export const openClock = (): DeskClock => {
  let moment = 0 as Instant;
  return {
    get at() {
      return this.clock?.() ?? moment;
    },
    set at(at) {
      moment = at;
    },
    inSession: false,
    isOpening: false,
    clock: undefined,
  };
};
