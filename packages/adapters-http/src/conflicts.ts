import type { ChangedMeanwhile } from "@sevenfold/application/trading/prices/changed-meanwhile";
import type { Conflict } from "@sevenfold/contract/problem";
import { type Result, refused } from "@sevenfold/domain/result";

import type { Clash, HttpRefusal } from "./refusals.ts";

interface Refused<Refusal> {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** A refused save as it travels: where something else was stored meanwhile, with both, field by field. */
export function clashOf<Stored, Other extends HttpRefusal>(
  { refusal }: Refused<ChangedMeanwhile<Stored> | Other>,
  conflicts: (stored: Stored) => readonly Conflict[],
): Result<never, Clash | Other> {
  return isClash(refusal)
    ? refused({ kind: "changed-meanwhile", conflicts: conflicts(refusal.stored) })
    : refused(refusal as Other);
}

const isClash = <Stored>(
  refusal: ChangedMeanwhile<Stored> | HttpRefusal,
): refusal is ChangedMeanwhile<Stored> =>
  refusal.kind === "changed-meanwhile" && "stored" in refusal;

/** What was sent and is stored otherwise. */
export const conflictsOf = (stored: object, sent: object): readonly Conflict[] => {
  const now = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(sent)
    .filter(([field, yours]) => yours !== undefined && textOf(now.get(field)) !== textOf(yours))
    .map(([field, yours]) => ({ field, stored: textOf(now.get(field)), yours: textOf(yours) }));
};

const textOf = (field: unknown): string =>
  Array.isArray(field) ? field.join(", ") : String(field);
