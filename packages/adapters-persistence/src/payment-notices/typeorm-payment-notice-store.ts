import type {
  HeardNotice,
  PaymentNoticeStore,
} from "@sevenfold/application/ports/stores/payment-notice-store";
import { type EntityManager, IsNull, LessThan, Not } from "typeorm";
import { countRemoved, firstRows, insertIfNew } from "../row.ts";
import { paymentNoticeSchema } from "./payment-notice-rows.ts";

export const typeormPaymentNoticeStore = (manager: EntityManager): PaymentNoticeStore => ({
  waiting: (atMost) =>
    firstRows<HeardNotice>(
      manager,
      paymentNoticeSchema,
      { where: { doneAt: IsNull() }, order: { heardAt: "ASC", eventId: "ASC" } },
      atMost,
    ),

  add: (notice) => insertIfNew(manager, paymentNoticeSchema, { ...notice }),

  async finish(eventId, doneAt) {
    const { affected } = await manager.update(
      paymentNoticeSchema,
      { eventId, doneAt: IsNull() },
      { doneAt },
    );
    return affected === 1;
  },

  forgetBefore: (at) =>
    countRemoved(manager, paymentNoticeSchema, { doneAt: Not(IsNull()), heardAt: LessThan(at) }),
});
