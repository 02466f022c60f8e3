import type { HeardNotice } from "@sevenfold/application/ports/stores/payment-notice-store";
import { EntitySchema } from "typeorm";
import { instantAt, OPTIONAL, PRIMARY, text } from "../columns.ts";

export const paymentNoticeSchema = new EntitySchema<HeardNotice>({
  name: "stripe_events",
  columns: {
    eventId: text(PRIMARY),
    type: text(),
    customerId: text(OPTIONAL),
    userId: text(OPTIONAL),
    createdAt: instantAt(),
    heardAt: instantAt(),
    doneAt: instantAt(OPTIONAL),
  },
  indices: [{ name: "ix_stripe_events_waiting", columns: ["heardAt"], where: "done_at IS NULL" }],
});
