import type { ThrottleStore } from "@sevenfold/application/ports/stores/throttle-store";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import {
  atomically,
  countRemoved,
  FOR_UPDATE,
  findRow,
  insertIfNew,
  overwrite,
  remove,
} from "../row.ts";
import { throttleSchema } from "./throttle-rows.ts";

export const typeormThrottleStore = (manager: EntityManager): ThrottleStore => ({
  of: (key) => findRow(manager, throttleSchema, { where: { key } }),

  change: (key, change) =>
    atomically(manager, async (inside) => {
      const locked = { where: { key }, ...FOR_UPDATE };
      let known = await findRow(inside, throttleSchema, locked);
      if (known === undefined) {
        const made = change(undefined);
        if (await insertIfNew(inside, throttleSchema, { ...made })) return made;
        // Another one made it meanwhile, and the insert has waited for it to commit.
        known = await findRow(inside, throttleSchema, locked);
      }
      const changed = change(known);
      await overwrite(inside, throttleSchema, { key }, changed);
      return changed;
    }),

  async remove(key) {
    await remove(manager, throttleSchema, { key });
  },

  async removeExpired(at) {
    return countRemoved(manager, throttleSchema, { forgetAt: LessThanOrEqual(at) });
  },
});
