import type { TrailSnapshot } from "@sevenfold/application/ports/stores/trail-store";
import { EntitySchema } from "typeorm";
import { instantAt, json, OF_ACCOUNT, ofAccount, PRIMARY, uuid } from "../columns.ts";

/** All trails of an account in one row: they are read and written together. */
export const trailSchema = new EntitySchema<TrailSnapshot>({
  name: "trails",
  columns: {
    accountId: uuid({ ...OF_ACCOUNT, ...PRIMARY }),
    savedAt: instantAt(),
    trails: json(),
  },
  foreignKeys: [ofAccount("trails")],
});
