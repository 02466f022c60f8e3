import type { Instant } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { instantAt, OPTIONAL, ofUser, PRIMARY, text, uuid } from "../columns.ts";

interface RequestRow {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly at: Instant;
  readonly answer?: string;
}

/** Requests by idempotency key, with the answer once there is one. */
export const requestSchema = new EntitySchema<RequestRow>({
  name: "idempotency_keys",
  columns: {
    userId: uuid(PRIMARY),
    key: text(PRIMARY),
    fingerprint: text(),
    at: instantAt(),
    answer: text(OPTIONAL),
  },
  indices: [{ name: "ix_idempotency_keys_at", columns: ["at"] }],
  foreignKeys: [ofUser("idempotency_keys")],
});
