/**
 * What became of one JSON value, where both sides know what it was before. Of an object it tells
 * fields, of a list whose rows have a key it tells rows. Null is a value like any other.
 */
export interface Change {
  /** The field whose text tells the rows of a list apart; absent: it is an object that changed. */
  readonly by?: string;
  /** Fields or rows as they are now. */
  readonly put?: Readonly<Record<string, unknown>>;
  /** Fields or rows of which only a part changed. */
  readonly in?: Readonly<Record<string, Change>>;
  /** Fields or rows that are no more. */
  readonly gone?: readonly string[];
  /** The rows a list begins with now; all others follow in the order they had. */
  readonly lead?: readonly string[];
}

/** The change that makes `after` of `before`; "same", or "whole" where no change can tell it. */
export function changeOf(before: unknown, after: unknown): Change | "same" | "whole" {
  if (before === after) return "same";
  if (Array.isArray(before) && Array.isArray(after)) return listChange(before, after);
  if (isFields(before) && isFields(after)) return fieldsChange(fieldsOf(before), fieldsOf(after));
  return "whole";
}

/** @throws Error where the change is not one of this value. */
export function changed(before: unknown, change: Change): unknown {
  if (change.by === undefined) return Object.fromEntries(applied(fieldsIn(before), change));
  const rows = applied(rowsIn(before, change.by), change);
  const lead = new Set(change.lead);
  for (const key of lead) if (!rows.has(key)) throw new Error(`No row ${key}`);
  const others = [...rows].flatMap(([key, row]) => (lead.has(key) ? [] : [row]));
  return [...[...lead].map((key) => rows.get(key)), ...others];
}

type Fields = ReadonlyMap<string, unknown>;

/** What may tell rows apart, the first that does. */
const KEYS = ["id", "clientKey", "ticker"];

function listChange(before: readonly unknown[], after: readonly unknown[]) {
  if (before.length === 0 && after.length === 0) return "same";
  for (const by of KEYS) {
    const [old, now] = [rowsOf(before, by), rowsOf(after, by)];
    if (!old || !now) continue;
    const change = fieldsChange(old, now);
    const lead = leadOf(
      [...old.keys()].filter((key) => now.has(key)),
      [...now.keys()],
    );
    if (change === "same" && lead.length === 0) return "same";
    return { by, ...(change !== "same" && change), ...(0 < lead.length && { lead }) };
  }
  // Rows without a key, such as plain numbers, are told all at once.
  return JSON.stringify(before) === JSON.stringify(after) ? "same" : "whole";
}

function fieldsChange(before: Fields, after: Fields): Change | "same" {
  const put: [string, unknown][] = [];
  const parts: [string, Change][] = [];
  for (const [name, value] of after) {
    const change = before.has(name) ? changeOf(before.get(name), value) : "whole";
    if (change === "whole") put.push([name, value]);
    else if (change !== "same") parts.push([name, change]);
  }
  const gone = [...before.keys()].filter((name) => !after.has(name));
  if (put.length === 0 && parts.length === 0 && gone.length === 0) return "same";
  return {
    ...(0 < put.length && { put: Object.fromEntries(put) }),
    ...(0 < parts.length && { in: Object.fromEntries(parts) }),
    ...(0 < gone.length && { gone }),
  };
}

/** The shortest beginning of the new order after which the others stand as they stood. */
function leadOf(stayed: readonly string[], now: readonly string[]): readonly string[] {
  let [old, fresh] = [stayed.length, now.length];
  while (0 < fresh && 0 < old && stayed[old - 1] === now[fresh - 1]) {
    old -= 1;
    fresh -= 1;
  }
  return now.slice(0, fresh);
}

function applied(before: Fields, { put = {}, in: parts = {}, gone = [] }: Change) {
  const after = new Map(before);
  for (const name of gone) after.delete(name);
  for (const [name, value] of Object.entries(put)) after.set(name, value);
  for (const [name, part] of Object.entries(parts)) {
    if (!before.has(name)) throw new Error(`Nothing is known of ${name}`);
    after.set(name, changed(before.get(name), part));
  }
  return after;
}

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields that JSON leaves out are none. */
const fieldsOf = (value: object): Fields =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined));

function fieldsIn(value: unknown): Fields {
  if (!isFields(value)) throw new Error("Not an object");
  return fieldsOf(value);
}

function rowsOf(list: readonly unknown[], by: string): Fields | undefined {
  const rows = new Map<string, unknown>();
  for (const row of list) {
    const key = isFields(row) ? new Map(Object.entries(row)).get(by) : undefined;
    if (typeof key !== "string" || rows.has(key)) return undefined;
    rows.set(key, row);
  }
  return rows;
}

function rowsIn(value: unknown, by: string): Fields {
  const rows = Array.isArray(value) ? rowsOf(value, by) : undefined;
  if (rows === undefined) throw new Error(`Not a list of rows by ${by}`);
  return rows;
}
