import { BPS_PER_ONE, type Bps, type Money, type Quantity, UNITS_PER_DOLLAR } from "./money.ts";

/**
 * What a number of a setting counts: basis points, shares, ten-thousandths of a dollar, seconds, or
 * times. Its bounds and its default are whole numbers of these.
 */
export type NumberUnit = "rate" | "shares" | "dollars" | "seconds" | "times";

/** Where a setting stands on the page of settings, and what is said beside it. */
export interface SettingField {
  readonly card: "strategy" | "rates" | "sizing" | "pattern" | "limits";
  /** From the top of the card. */
  readonly place: number;
  readonly label: string;
  /** Another label in one of the modes. */
  readonly labelIn?: Readonly<Record<string, string>>;
  readonly hint?: string;
  /** In these modes only; left out: in all of them. */
  readonly modes?: readonly string[];
  /** Only where a stop is used: in HYBRID, or chosen. */
  readonly ofStop?: true;
}

/** How a backtest is told of it: "buy-drop" is --buy-drop. */
export interface SettingFlag {
  readonly name: string;
  /** The word for the value in the help; left out: the unit's own. */
  readonly value?: string;
  readonly words: string;
  /** Of a run, where it is not the setting's; null: what is usual in the mode. */
  readonly default?: number | string | null;
  /** It limits a strategy of one's own as well; left out: it is of the built-in rule. */
  readonly limitsAll?: true;
}

/** How a sweep varies it, where the flag does not say that already. */
export interface SettingAxis {
  /** Left out: the setting's own name. */
  readonly name?: string;
  /** Another word for it, as a flag would be called. */
  readonly flag?: string;
  readonly max?: number;
}

interface Row {
  /** As the API and, in its own spelling, the database say it. */
  readonly name: string;
  /** In messages and in the history of changes. */
  readonly words: string;
  /** What the value is, in the documentation. */
  readonly measure: string;
  /** Stored and obeyed, but no part of the API. */
  readonly isHidden?: true;
  readonly field?: SettingField;
  readonly flag?: SettingFlag;
  readonly axis?: SettingAxis;
}

export interface NumberRow extends Row {
  readonly unit: NumberUnit;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** Of a limit: from where on it limits nothing, and what a report calls it. */
  readonly none?: number;
  readonly reported?: string;
}

export interface SwitchRow extends Row {
  readonly unit: "switch";
  readonly default: boolean;
}

export interface ChoiceRow extends Row {
  readonly unit: "choice";
  readonly choices: readonly SettingChoice[];
  readonly default: string;
  /** What is said to a word that is none of them. */
  readonly refusal?: string;
}

export interface SettingChoice {
  readonly value: string;
  /** In the history of changes. */
  readonly words: string;
  /** On the page of settings. */
  readonly title: string;
  readonly hint: string;
}

export type SettingRow = NumberRow | SwitchRow | ChoiceRow;

/** By the domain's names, in the order they are shown and sent. */
export type SettingRows = Readonly<Record<string, SettingRow>>;

interface ValueOfUnit {
  readonly rate: Bps;
  readonly shares: Quantity;
  readonly dollars: Money;
  readonly seconds: number;
  readonly times: number;
  readonly switch: boolean;
}

/** What the domain holds of a setting. */
export type SettingValue<Of extends SettingRow> = Of extends {
  readonly choices: readonly { readonly value: infer Value }[];
}
  ? Value
  : Of extends { readonly unit: infer Unit extends keyof ValueOfUnit }
    ? ValueOfUnit[Unit]
    : never;

export type SettingValues<Rows extends SettingRows> = {
  readonly [Key in keyof Rows]: SettingValue<Rows[Key]>;
};

/** Every setting at its default. */
export const defaultsOf = <Rows extends SettingRows>(rows: Rows): SettingValues<Rows> =>
  Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key, row.default]),
  ) as SettingValues<Rows>;

export const isNumberRow = (row: SettingRow): row is NumberRow =>
  row.unit !== "switch" && row.unit !== "choice";

/** How many of what is stored make one of what people write: of one, of a dollar, of a share. */
export const UNIT_SCALES: Readonly<Record<NumberUnit, number>> = {
  rate: BPS_PER_ONE,
  dollars: UNITS_PER_DOLLAR,
  shares: 1,
  seconds: 1,
  times: 1,
};
