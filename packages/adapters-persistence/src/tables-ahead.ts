import { CONTRACTS_TO_COME } from "./migrations/migrations.ts";

/** The database was made by a later version of the program, beside which this one cannot work. */
export class DatabaseTooNew extends Error {
  override readonly name = "DatabaseTooNew";
}

/** Adds, widens, and takes nothing away that the version before uses. */
const EXPANDS = /^Expand[A-Z]/;

/**
 * The migrations among `done` that this version does not know, where it can work beside them: each says
 * by its name that it expands, or is a contract that this version does without already. Throws
 * `DatabaseTooNew` for any other, also for one that does not say what it is.
 */
export function tablesAhead(
  known: readonly string[],
  done: readonly string[],
  toCome: readonly string[] = CONTRACTS_TO_COME,
): readonly string[] {
  const ahead = done.filter((name) => !known.includes(name));
  const unfit = ahead.filter((name) => !EXPANDS.test(name) && !toCome.includes(name));
  if (0 < unfit.length)
    throw new DatabaseTooNew(
      `The database was made by a newer version of Sevenfold, which took away or changed what this one uses (${unfit.join(", ")}). ` +
        "Update the program, or give it another database. Nothing was changed.",
    );
  const missing = known.filter((name) => !done.includes(name));
  if (0 < ahead.length && 0 < missing.length)
    throw new DatabaseTooNew(
      `The database was made by another line of versions of Sevenfold: it has ${ahead.join(", ")} and lacks ${missing.join(", ")}. ` +
        "Update the program, or give it another database. Nothing was changed.",
    );
  return ahead;
}
