import type { TotpStore } from "@sevenfold/application/ports/stores/totp-store";
import type { EntityManager } from "typeorm";
import { atomically, FOR_UPDATE, findRow, overwrite, put, remove, storedRow } from "../row.ts";
import { totpSchema } from "./totp-rows.ts";

export const typeormTotpStore = (manager: EntityManager): TotpStore => ({
  of: (userId) => findRow(manager, totpSchema, { where: { userId } }),

  put: (totp) => put(manager, totpSchema, storedRow(totpSchema, totp), ["userId"]),

  change: (userId, change) =>
    atomically(manager, async (inside) => {
      const totp = await findRow(inside, totpSchema, { where: { userId }, ...FOR_UPDATE });
      if (totp === undefined) return undefined;
      const changed = change(totp);
      if (changed.ok) await overwrite(inside, totpSchema, { userId }, changed.value);
      return changed;
    }),

  async remove(userId) {
    await remove(manager, totpSchema, { userId });
  },
});
