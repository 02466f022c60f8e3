import type { Storage } from "../ports/stores/storage.ts";

/** The storage as one process has it, where somebody else's work is done right before its nth transaction. */
export function meanwhile(storage: Storage, work: () => Promise<unknown>, nth = 1): Storage {
  let begun = 0;
  return {
    ...storage,
    async transact(inside) {
      begun += 1;
      if (begun === nth) await work();
      return storage.transact(inside);
    },
  };
}
