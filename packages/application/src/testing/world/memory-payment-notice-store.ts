import type { PaymentNoticeStore } from "../../ports/stores/payment-notice-store.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending } from "./memory-order.ts";

export function memoryPaymentNoticeStore({ paymentNotices }: MemoryBooks): PaymentNoticeStore {
  return {
    async waiting(atMost) {
      const waiting = paymentNotices.rows(ALL).filter(({ doneAt }) => doneAt === undefined);
      return ascending(waiting, ({ heardAt }) => heardAt).slice(0, atMost);
    },
    async add(notice) {
      if (paymentNotices.find(ALL, notice.eventId)) return false;
      paymentNotices.add(ALL, notice.eventId, notice);
      return true;
    },
    async finish(eventId, doneAt) {
      const notice = paymentNotices.find(ALL, eventId);
      if (!notice || notice.doneAt !== undefined) return false;
      paymentNotices.put(ALL, eventId, { ...notice, doneAt });
      return true;
    },
    async forgetBefore(at) {
      const old = paymentNotices
        .rows(ALL)
        .filter(({ doneAt, heardAt }) => doneAt !== undefined && heardAt < at);
      for (const { eventId } of old) paymentNotices.remove(ALL, eventId);
      return old.length;
    },
  };
}
