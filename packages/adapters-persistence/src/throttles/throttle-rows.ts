import type { Throttle } from "@sevenfold/application/ports/stores/throttle-store";
import { EntitySchema } from "typeorm";
import { count, instantAt, OPTIONAL, PRIMARY, text } from "../columns.ts";

export const throttleSchema = new EntitySchema<Throttle>({
  name: "throttles",
  columns: {
    key: text(PRIMARY),
    count: count(),
    since: instantAt(),
    blockedUntil: instantAt(OPTIONAL),
    forgetAt: instantAt(),
  },
  indices: [{ name: "ix_throttles_forget_at", columns: ["forgetAt"] }],
});
