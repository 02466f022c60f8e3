import { EXPLAINED_KINDS, statusOf } from "./problem.ts";

/** The codes a failure may bear, by the status it comes under: read off the table of refusals. */
export const CODES_BY_STATUS: ReadonlyMap<number, readonly string[]> = (() => {
  const codes = new Map<number, string[]>();
  for (const kind of EXPLAINED_KINDS) {
    const status = statusOf(kind);
    codes.set(status, [...(codes.get(status) ?? []), kind].sort());
  }
  return new Map([...codes].sort(([one], [other]) => one - other));
})();
