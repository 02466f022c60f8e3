import type { Instant } from "@sevenfold/domain/market";

import type { PaymentNotice } from "../payments.ts";

/** A message of the payment provider that was heard. */
export interface HeardNotice
  extends Pick<PaymentNotice, "customerId" | "eventId" | "type" | "userId"> {
  readonly createdAt: Instant;
  readonly heardAt: Instant;
  /** When what it is about was read and put on record; absent: still to do. */
  readonly doneAt?: Instant;
}

export interface PaymentNoticeReader {
  /** Those still to do, oldest first, so many at most. */
  waiting(atMost: number): Promise<readonly HeardNotice[]>;
}

export interface PaymentNoticeStore extends PaymentNoticeReader {
  /** False, and nothing written, where it was heard before. */
  add(notice: HeardNotice): Promise<boolean>;
  /** False, and nothing written, where it was done before. */
  finish(eventId: string, at: Instant): Promise<boolean>;
  /** Those done that were heard before; returns how many. */
  forgetBefore(at: Instant): Promise<number>;
}
