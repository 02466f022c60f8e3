import { differenceOf, type SettingDifference, valueText } from "./setting-words.ts";

/** Settings as they travel, by their fields. */
export type Wire = Readonly<Record<string, unknown>>;

/** One field that is to be saved. */
export interface PlannedChange extends SettingDifference {
  /** What it was when it was read here; undefined: it is that still. */
  readonly began: string | undefined;
}

/** What saving would do to what is stored at this moment. */
export interface SavePlan {
  readonly version: number;
  readonly isAutomated: boolean;
  readonly changes: readonly PlannedChange[];
  /** What else was saved meanwhile; it stays. */
  readonly meanwhile: readonly SettingDifference[];
}

interface Versions {
  /** What was read before anything was typed. */
  readonly seen: Wire;
  /** What is stored now. */
  readonly stored: Wire;
  readonly wanted: Wire;
}

/** Only what was changed here is saved; what was changed elsewhere too is for its reader to decide. */
export function planSave(
  { seen, stored, wanted }: Versions,
  { version, isAutomated }: Pick<SavePlan, "version" | "isAutomated">,
): SavePlan {
  const fields = Object.keys(wanted);
  const isMine = (field: string) => wanted[field] !== seen[field];
  const isTheirs = (field: string) => stored[field] !== seen[field];
  const isSaved = (field: string) => isMine(field) && wanted[field] !== stored[field];
  const between = (field: string, before: unknown, after: unknown) =>
    differenceOf({ field, before: String(before), after: String(after) });
  return {
    version,
    isAutomated,
    changes: fields.filter(isSaved).map((field) => ({
      ...between(field, stored[field], wanted[field]),
      began: isTheirs(field) ? valueText(field, seen[field]) : undefined,
    })),
    meanwhile: fields
      .filter((field) => isTheirs(field) && !isSaved(field))
      .map((field) => between(field, seen[field], stored[field])),
  };
}

/** The fields that were changed here and elsewhere. */
export const clashesOf = ({ changes }: SavePlan): readonly PlannedChange[] =>
  changes.filter(({ began }) => began !== undefined);

/** What is sent: the planned fields but for those that stay as they are stored. */
export const partOf = (
  wanted: Wire,
  { changes }: SavePlan,
  stays: ReadonlySet<string> = new Set(),
): Wire =>
  Object.fromEntries(
    changes.filter(({ field }) => !stays.has(field)).map(({ field }) => [field, wanted[field]]),
  );
