import type { Lease } from "@sevenfold/application/ports/stores/lease-store";
import type { Instant } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { count, instantAt, OF_ACCOUNT, ofAccount, PRIMARY, text, uuid } from "../columns.ts";

export interface LeaseRow extends Lease {
  /** By the database's clock. */
  readonly expiresAt: Instant;
}

export const leaseSchema = new EntitySchema<LeaseRow>({
  name: "leases",
  columns: {
    accountId: uuid({ ...OF_ACCOUNT, ...PRIMARY }),
    owner: text(),
    epoch: count(),
    expiresAt: instantAt(),
  },
  foreignKeys: [ofAccount("leases")],
  // Locked as a key is: `typeorm-lease-store.ts` goes by it.
  indices: [{ name: "uq_leases_epoch", columns: ["accountId", "epoch"], unique: true }],
  checks: [{ name: "ck_leases_epoch", expression: "epoch > 0" }],
});
