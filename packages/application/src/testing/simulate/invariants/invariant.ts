import type { AccountHistory, Happening, OrderChange } from "./account-history.ts";

/** What one invariant looks at, and its words where that breaks it. */
export interface Checker {
  /** Every order row that was written. */
  readonly ordered?: (change: OrderChange, history: AccountHistory) => string | undefined;
  /** Everything else, and whole transactions. */
  readonly looks?: Partial<{
    readonly [Kind in Happening["kind"]]: (
      happening: Extract<Happening, { readonly kind: Kind }>,
      history: AccountHistory,
    ) => string | undefined;
  }>;
}

/** Rules that hold whatever happens: `always`, `at-rest` or `in-time`. */
export interface Invariant {
  readonly holds: "always" | "at-rest" | "in-time";
  readonly says: string;
  /** A new one for each account, with a memory of its own. */
  readonly begin: () => Checker;
}
