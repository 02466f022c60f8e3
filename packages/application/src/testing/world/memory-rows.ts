import { invariant } from "@sevenfold/domain/invariant";

export interface MemoryRow<Row> {
  readonly row: Row;
  /** Counts insertions, so that rows of one instant keep the order they came in. */
  readonly sequence: number;
}

interface Beneath<Row> {
  readonly groups: Map<string, Group<Row>>;
  /** Rows of a group in their order, from the first reading after a commit until the next commit. */
  readonly inOrder: Map<string, readonly Row[]>;
  sequence: number;
}

type Group<Row> = Map<string, MemoryRow<Row> | undefined>;

/** The tables of one transaction that have changed. */
export type ChangedRows = Set<{ commit(): void; rollBack(): void }>;

/**
 * One table's rows by group and key, seen through the changes of one transaction. Until `commit`
 * the rows beneath stay as they are, so a transaction that throws has changed nothing.
 */
export class MemoryRows<Row> {
  readonly #beneath: Beneath<Row>;
  readonly #changes = new Map<string, Group<Row>>();
  readonly #changed: ChangedRows;

  /** `changed` is told of the table as it has something to commit. */
  constructor(changed: ChangedRows, beneath: Beneath<Row> = nothing()) {
    this.#changed = changed;
    this.#beneath = beneath;
  }

  /** A second view of the same committed rows, with changes of its own. */
  otherView(changed: ChangedRows): MemoryRows<Row> {
    return new MemoryRows(changed, this.#beneath);
  }

  find(group: string, key: string): Row | undefined {
    return this.#entry(group, key)?.row;
  }

  /** Adds a row, or throws when the key is taken. */
  add(group: string, key: string, row: Row): void {
    invariant(this.#entry(group, key) === undefined, `the key ${key} is taken`);
    this.put(group, key, row);
  }

  /** Adds a row that has no key of its own. */
  append(group: string, row: Row): void {
    this.put(group, `#${this.#beneath.sequence + 1}`, row);
  }

  /** Adds or replaces. A replaced row keeps its place in the order. */
  put(group: string, key: string, row: Row): void {
    const known = this.#entry(group, key);
    this.#beneath.sequence += 1;
    this.#change(group, key, { row, sequence: known?.sequence ?? this.#beneath.sequence });
  }

  remove(group: string, key: string): void {
    if (this.#entry(group, key) !== undefined) this.#change(group, key, undefined);
  }

  removeGroup(group: string): void {
    const committed = this.#beneath.groups.get(group)?.keys() ?? [];
    const changed = this.#changes.get(group)?.keys() ?? [];
    for (const key of [...committed, ...changed]) this.remove(group, key);
  }

  /** Removes at most `limit` of the rows that are meant, of all groups, those first that were added first. */
  removeFirst(limit: number, isMeant: (row: Row) => boolean): number {
    const groups = new Set([...this.#beneath.groups.keys(), ...this.#changes.keys()]);
    const meant = [...groups]
      .flatMap((group) => this.#keyed(group))
      .filter(({ row }) => isMeant(row))
      .sort((a, b) => a.sequence - b.sequence)
      .slice(0, Math.max(0, limit));
    for (const { group, key } of meant) this.remove(group, key);
    return meant.length;
  }

  /** The group's rows in the order they were added. */
  rows(group: string): readonly Row[] {
    if (this.#changes.has(group)) return this.#rowsAnew(group);
    let rows = this.#beneath.inOrder.get(group);
    if (rows === undefined) {
      rows = this.#rowsAnew(group);
      this.#beneath.inOrder.set(group, rows);
    }
    return rows;
  }

  /** The same, each with its place in that order. */
  numbered(group: string): readonly MemoryRow<Row>[] {
    const committed = this.#beneath.groups.get(group);
    const changes = this.#changes.get(group);
    const entries: MemoryRow<Row>[] = [];
    if (committed)
      for (const [key, entry] of committed) if (entry && !changes?.has(key)) entries.push(entry);
    if (changes) for (const entry of changes.values()) if (entry) entries.push(entry);
    return isInOrder(entries) ? entries : entries.sort((a, b) => a.sequence - b.sequence);
  }

  commit(): void {
    for (const [name, changes] of this.#changes) {
      this.#beneath.inOrder.delete(name);
      const group = groupOf(this.#beneath.groups, name);
      for (const [key, entry] of changes)
        if (entry) group.set(key, entry);
        else group.delete(key);
    }
    this.#changes.clear();
  }

  rollBack(): void {
    this.#changes.clear();
  }

  /** What is committed now; whoever calls the answer brings that back, as a restored backup does. */
  keep(): () => void {
    const kept = copyOf(this.#beneath.groups);
    return () => {
      this.#beneath.groups.clear();
      for (const [name, group] of copyOf(kept)) this.#beneath.groups.set(name, group);
      this.#beneath.inOrder.clear();
    };
  }

  #rowsAnew(group: string): readonly Row[] {
    return this.numbered(group).map(({ row }) => row);
  }

  #entry(group: string, key: string): MemoryRow<Row> | undefined {
    const changes = this.#changes.get(group);
    return changes?.has(key) ? changes.get(key) : this.#beneath.groups.get(group)?.get(key);
  }

  #keyed(group: string) {
    const keys = new Set([
      ...(this.#beneath.groups.get(group)?.keys() ?? []),
      ...(this.#changes.get(group)?.keys() ?? []),
    ]);
    return [...keys].flatMap((key) => {
      const entry = this.#entry(group, key);
      return entry ? [{ group, key, ...entry }] : [];
    });
  }

  #change(group: string, key: string, entry: MemoryRow<Row> | undefined): void {
    groupOf(this.#changes, group).set(key, entry);
    this.#changed.add(this);
  }
}

const nothing = () => ({ groups: new Map(), inOrder: new Map(), sequence: 0 });

/** A row that was taken out and put back in one transaction has its old place among the keys. */
function isInOrder(entries: readonly MemoryRow<unknown>[]): boolean {
  for (let at = 1; at < entries.length; at += 1)
    if (entries[at]!.sequence < entries[at - 1]!.sequence) return false;
  return true;
}

const copyOf = <Row>(groups: ReadonlyMap<string, Group<Row>>): ReadonlyMap<string, Group<Row>> =>
  new Map([...groups].map(([name, group]) => [name, new Map(group)]));

function groupOf<Row>(groups: Map<string, Group<Row>>, name: string): Group<Row> {
  const known = groups.get(name);
  if (known) return known;
  const fresh: Group<Row> = new Map();
  groups.set(name, fresh);
  return fresh;
}
