/** What on this page holds something that is typed and not saved. */
const parts = new Set<object>();

/** Counts as unsaved until the answered function is called. */
export function holdUnsaved(): () => void {
  const part = {};
  parts.add(part);
  return () => void parts.delete(part);
}

export const hasUnsaved = (): boolean => 0 < parts.size;
