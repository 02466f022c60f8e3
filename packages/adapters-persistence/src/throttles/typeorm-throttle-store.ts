import type { ThrottleStore } from "@sevenfold/application/ports/throttle-store";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import { atomically, FOR_UPDATE, findRow, insertIfNew, overwrite } from "../row.ts";
import { throttleSchema } from "./throttle-rows.ts";

export const typeormThrottleStore = (manager: EntityManager): ThrottleStore => ({
  of: (key) => findRow(manager, throttleSchema, { where: { key } }),

  change: (key, change) =>
    atomically(manager, async (inside) => {
      // Where there is no row there is nothing to lock: of two that make one, the second waits for
      // the first and then changes what it left.
      const first = change(undefined);
      if (await insertIfNew(inside, throttleSchema, { ...first })) return first;
      const known = await findRow(inside, throttleSchema, { where: { key }, ...FOR_UPDATE });
      const changed = change(known);
      await overwrite(inside, throttleSchema, { key }, changed);
      return changed;
    }),

  async remove(key) {
    await manager.delete(throttleSchema, { key });
  },

  async removeExpired(at) {
    const { affected } = await manager.delete(throttleSchema, { forgetAt: LessThanOrEqual(at) });
    return affected ?? 0;
  },
});
