/** Who may be asked for bars, by the word a command takes; `BAR_PROVIDERS` has the rest of each. */
export const BAR_PROVIDER_NAMES = ["yahoo", "tiingo", "twelve-data", "alpaca"] as const;
export type BarProvider = (typeof BAR_PROVIDER_NAMES)[number];

/** Who may be asked for splits and dividends; `ACTION_PROVIDERS` has the rest of each. */
export const ACTION_PROVIDER_NAMES = ["yahoo", "tiingo"] as const;
export type ActionProvider = (typeof ACTION_PROVIDER_NAMES)[number];
