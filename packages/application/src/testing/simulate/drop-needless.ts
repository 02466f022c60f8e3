/**
 * The list without what is not needed to fail: halves are tried first, single members last and
 * until each of them has been found needed by what is left.
 */
export async function dropNeedless<Member>(
  members: readonly Member[],
  fails: (fewer: readonly Member[]) => Promise<boolean>,
): Promise<readonly Member[]> {
  let kept = members;
  let size = Math.max(1, kept.length);
  for (;;) {
    const fewer = await dropPieces(kept, size, fails);
    if (size === 1 && fewer.length === kept.length) return fewer;
    kept = fewer;
    size = Math.max(1, Math.ceil(Math.min(size, kept.length) / 2));
  }
}

async function dropPieces<Member>(
  members: readonly Member[],
  size: number,
  fails: (fewer: readonly Member[]) => Promise<boolean>,
): Promise<readonly Member[]> {
  let kept = members;
  for (let start = 0; start < kept.length; ) {
    const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
    if (await fails(fewer)) kept = fewer;
    else start += size;
  }
  return kept;
}
