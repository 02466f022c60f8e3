import type { Lease } from "@sevenfold/application/ports/storage";
import { EntitySchema } from "typeorm";
import { count, instantAt, OF_ACCOUNT, ofAccount, PRIMARY, text, uuid } from "../columns.ts";

export const leaseSchema = new EntitySchema<Lease>({
  name: "leases",
  columns: {
    accountId: uuid({ ...OF_ACCOUNT, ...PRIMARY }),
    owner: text(),
    epoch: count(),
    expiresAt: instantAt(),
  },
  foreignKeys: [ofAccount("leases")],
  checks: [{ name: "ck_leases_epoch", expression: "epoch > 0" }],
});
