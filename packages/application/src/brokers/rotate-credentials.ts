import type { RotatingVault } from "../ports/secret-vault.ts";
import type { SealedColumn, SealedValueStore } from "../ports/stores/sealed-value-store.ts";

/** What the rotation did to a column, and what it found there afterwards. */
export interface RotatedColumn extends SealedColumn {
  readonly resealed: number;
  /** Values whose key is none of those given, or that were damaged. They were left alone. */
  readonly failed: number;
  /** Values that stand under another key than the current one by now. */
  readonly left: number;
}

/** Rows of one transaction: few, so that nobody who uses them waits long. */
const PAGE = 50;

/**
 * Wraps the key of every sealed secret anew, under the current credentials key. The program may be in
 * use meanwhile; a rotation cut short at any moment goes on where it was when it is run again.
 */
export const rotateCredentials =
  ({
    sealedValues,
    vault,
  }: {
    readonly sealedValues: SealedValueStore;
    readonly vault: RotatingVault;
  }) =>
  async (tell: (column: RotatedColumn) => void): Promise<readonly RotatedColumn[]> => {
    const rotated: RotatedColumn[] = [];
    for (const column of sealedValues.columns) {
      let resealed = 0;
      let failed = 0;
      let after: string | undefined;
      do {
        const page = { notUnder: vault.keyId, after, limit: PAGE };
        const done = await sealedValues.reseal(column, page, vault.rewrap);
        resealed += done.resealed;
        failed += done.failed;
        after = done.next;
      } while (after !== undefined);
      const left = countLeft(await sealedValues.countByKey(column), vault.keyId);
      const one = { ...column, resealed, failed, left };
      tell(one);
      rotated.push(one);
    }
    return rotated;
  };

/** How many of these values stand under another key than the one named. */
export function countLeft(counts: ReadonlyMap<string, number>, keyId: string): number {
  let left = 0;
  for (const [name, count] of counts) if (name !== keyId) left += count;
  return left;
}
