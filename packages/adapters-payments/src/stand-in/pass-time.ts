import type { Invoice, Seconds, Subscription } from "./stand-in-state.ts";

/** What the passing of time brings about. */
export interface TimeBrings {
  readonly bill: (each: Subscription, total: number, at: Seconds) => Invoice;
  readonly tryAgain: (invoice: Invoice, at: Seconds) => boolean;
  readonly openInvoiceOf: (each: Subscription) => Invoice | undefined;
  readonly priceOf: (each: Subscription) => number;
  readonly changed: (each: Subscription, at: Seconds) => void;
  readonly trialWillEnd: (each: Subscription, at: Seconds) => void;
}

const DAY: Seconds = 86_400;
const TOLD_BEFORE_END: Seconds = 3 * DAY;
/** After a payment failed it is tried again so much later each time; then it stays unpaid. */
const RETRIES: readonly Seconds[] = [3 * DAY, 5 * DAY, 7 * DAY];
/** More cannot be due: a clock moved on by a century ends here. */
const STEPS_MAX = 1_000;

/** Lets everything happen that was due until now, each thing at its own moment and in order. */
export function passTime(
  subscriptions: readonly Subscription[],
  now: Seconds,
  brings: TimeBrings,
): void {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const due = subscriptions
      .map((each) => ({ each, at: dueAt(each) }))
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => a.at - b.at)[0];
    if (!due) return;
    meet(due.each, due.at, brings);
  }
}

/** When something happens to it next. */
function dueAt(each: Subscription): Seconds {
  const ends = endOf(each);
  switch (each.status) {
    case "trialing":
      return each.isEndOfTrialTold ? ends : Math.min(ends, each.periodEnd - TOLD_BEFORE_END);
    case "active":
      return ends;
    case "past_due":
      return Math.min(each.nextAttempt ?? Number.POSITIVE_INFINITY, each.cancelAt ?? Infinity);
    default:
      return each.status === "unpaid" ? (each.nextAttempt ?? Infinity) : Infinity;
  }
}

const endOf = ({ cancelAt, periodEnd }: Subscription): Seconds =>
  Math.min(periodEnd, cancelAt ?? Number.POSITIVE_INFINITY);

function meet(each: Subscription, at: Seconds, brings: TimeBrings): void {
  const isOver = each.cancelAt !== null && each.cancelAt <= at;
  const isAtEnd = endOf(each) <= at;
  if (isOver || (each.cancelAtPeriodEnd && isAtEnd && each.status !== "unpaid")) {
    Object.assign(each, { status: "canceled", endedAt: at, nextAttempt: null });
    brings.changed(each, at);
  } else if (each.status === "past_due" || each.status === "unpaid") retry(each, at, brings);
  else if (isAtEnd) renew(each, at, brings);
  else {
    each.isEndOfTrialTold = true;
    brings.trialWillEnd(each, at);
  }
}

/** Another year is billed; whether the card pays for it says how it goes on. */
function renew(each: Subscription, at: Seconds, brings: TimeBrings): void {
  each.periodStart = at;
  each.periodEnd = yearAfter(at);
  const { status } = brings.bill(each, brings.priceOf(each), at);
  each.status = status === "paid" ? "active" : "past_due";
  each.failures = status === "paid" ? 0 : 1;
  each.nextAttempt = status === "paid" ? null : at + (RETRIES[0] ?? 0);
  brings.changed(each, at);
}

function retry(each: Subscription, at: Seconds, brings: TimeBrings): void {
  const invoice = brings.openInvoiceOf(each);
  if (invoice && brings.tryAgain(invoice, at)) {
    Object.assign(each, { status: "active", failures: 0, nextAttempt: null });
  } else {
    const later = RETRIES[each.failures];
    each.failures += 1;
    each.nextAttempt = later === undefined ? null : at + later;
    if (later === undefined) each.status = "unpaid";
  }
  brings.changed(each, at);
}

/** The same day a year later; February 29 becomes the 28th. */
export function yearAfter(at: Seconds): Seconds {
  const date = new Date(at * 1_000);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return Math.floor(date.getTime() / 1_000);
}
