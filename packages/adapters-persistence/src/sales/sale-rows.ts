import { SALE_KINDS, type Sale } from "@sevenfold/application/ports/stores/sale-store";
import { EntitySchema } from "typeorm";
import {
  instantAt,
  json,
  OF_ACCOUNT,
  OPTIONAL,
  ofAccount,
  ofUser,
  oneOf,
  PRIMARY,
  text,
  uuid,
} from "../columns.ts";

/** Emergency sales, each with what became of every holding; and takings back of all open orders. */
export const saleSchema = new EntitySchema<Sale>({
  name: "sales",
  columns: {
    id: uuid(PRIMARY),
    accountId: uuid(OF_ACCOUNT),
    userId: uuid(),
    kind: text(),
    requestKey: text(),
    startedAt: instantAt(),
    endedAt: instantAt(OPTIONAL),
    takenUp: json(OPTIONAL),
    cancels: json(),
    items: json(),
  },
  checks: [oneOf("sales", "kind", SALE_KINDS)],
  uniques: [{ name: "uq_sales_user_id_request_key", columns: ["userId", "requestKey"] }],
  indices: [
    { name: "ix_sales_broker_profile_id", columns: ["accountId"] },
    { name: "ix_sales_open", columns: ["startedAt"], where: "ended_at IS NULL" },
  ],
  foreignKeys: [ofAccount("sales"), ofUser("sales")],
});
