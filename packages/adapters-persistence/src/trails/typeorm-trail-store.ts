import type { TrailStore } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";
import { findRow, put } from "../row.ts";
import { trailSchema } from "./trail-rows.ts";

export function typeormTrailStore(manager: EntityManager): TrailStore {
  return {
    async of(accountId) {
      const stored = await findRow(manager, trailSchema, { where: { accountId } });
      // Written before trails had one.
      return (
        stored && {
          ...stored,
          trails: stored.trails.map((trail) => ({ ...trail, version: trail.version ?? 0 })),
        }
      );
    },

    save: (snapshot) => put(manager, trailSchema, { ...snapshot }, ["accountId"]),
  };
}
