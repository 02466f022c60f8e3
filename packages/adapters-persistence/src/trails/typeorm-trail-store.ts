import type { TrailStore } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";
import { findRow, put } from "../row.ts";
import { trailSchema } from "./trail-rows.ts";

export function typeormTrailStore(manager: EntityManager): TrailStore {
  return {
    of: (accountId) => findRow(manager, trailSchema, { where: { accountId } }),

    save: (snapshot) => put(manager, trailSchema, { ...snapshot }, ["accountId"]),
  };
}
