/** A column that holds sealed secrets, whatever they guard. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

/** What a page of a column came to. */
export interface ResealedPage {
  readonly resealed: number;
  /** Left as they are, since the work threw. */
  readonly failed: number;
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

/** Every sealed secret of the database: what a new credentials key has to reach. */
export interface SealedValueStore {
  readonly columns: readonly SealedColumn[];
  /**
   * Replaces the values that do not stand under this key, from one row on and at most `limit`, in one
   * transaction with their rows locked: all of the page is replaced, or nothing.
   */
  reseal(
    column: SealedColumn,
    page: { readonly notUnder: string; readonly after: string | undefined; readonly limit: number },
    work: (sealed: string) => Promise<string>,
  ): Promise<ResealedPage>;
  /** How many values stand under each key, by its name. */
  countByKey(column: SealedColumn): Promise<ReadonlyMap<string, number>>;
  /** Erases every row with a value under this key, which is lost. Answers how many rows. */
  erase(keyId: string): Promise<number>;
}
