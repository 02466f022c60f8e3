import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { ACCOUNT_VALUE_MAX } from "@sevenfold/domain/money";
import { ok, refused } from "@sevenfold/domain/result";
import { foldedHistory } from "./folded-history.ts";
import { openKeptBook } from "./kept-book.ts";
import type { Venue, VenueNeeds } from "./venue.ts";
import type { VenueAccount } from "./venue-account.ts";
import { applyBlow, canBefall } from "./venue-actions.ts";
import { admit } from "./venue-admission.ts";
import { resolveGroup } from "./venue-advance.ts";
import type { VenueBook } from "./venue-book.ts";
import { historyEntries } from "./venue-history.ts";
import { regularSessionAt } from "./venue-hours.ts";
import { liquidate, stayingOf } from "./venue-liquidation.ts";
import { hasEnded, type VenueDraft } from "./venue-order.ts";
import type { Admitted } from "./venue-refusal.ts";
import { changedDraft, ordersFrom, type Submission, successorOf } from "./venue-submission.ts";

const ACCOUNTS_MAX = 10_000;

/** How often accounts whose time is over are looked for. */
const SWEEP_MS = 60_000;

export function openVenue(needs: VenueNeeds): Venue {
  const { market, calendar, identifiers, digestOf } = needs;
  const dayOf = (at: Instant) => regularSessionAt(calendar, at).day;
  const kept = openKeptBook(needs, dayOf);
  let sweptAt = 0;

  /**
   * The instant a command counts as of. What the market had in store until then happens first: nobody
   * orders, changes or cancels into the past, however seldom the venue is made to look.
   */
  function arrivedAt(sentAt: Instant): Instant {
    const at = notBefore(sentAt);
    if (!kept.isWritable) return at;
    kept.change((changes) => kept.progress.meet(at, { book: kept.book, changes }));
    return at;
  }

  function submissionOf(
    { opening, orders }: VenueAccount,
    at: Instant,
    { reservedEach }: Pick<Admitted, "reservedEach">,
  ): Submission {
    const latest = orders.at(-1)?.submittedMicros ?? 0;
    const submittedMicros = Math.max(at * 1_000, latest + 1);
    const newId = identifiers.uuid;
    return { accountId: opening.id, at, submittedMicros, reservedEach, calendar, newId };
  }

  const notBefore = (at: Instant): Instant => (at < kept.book.latestAt ? kept.book.latestAt : at);

  return {
    get book() {
      return kept.book;
    },
    get isWritable() {
      return kept.isWritable;
    },
    flushed: kept.flushed,

    async openAccount({ cash, multiplier, openedAt, closesAt, history = [] }) {
      kept.requireWritable();
      arrivedAt(history.at(-1)?.at ?? openedAt);
      if (ACCOUNTS_MAX <= kept.book.accounts.size) return refused({ kind: "too-many-accounts" });
      if (!(0 <= cash && cash <= ACCOUNT_VALUE_MAX)) return refused({ kind: "cash-out-of-range" });
      const id = identifiers.uuid();
      const keyId = `PK${identifiers.clientKeyOf(`key of ${id}`).slice(0, 18)}`;
      const number = `PA${identifiers.clientKeyOf(`number of ${id}`).slice(0, 10)}`;
      const secretKey = identifiers.secret();
      const wanted = {
        ...{ id, number, keyId, secretDigest: digestOf(secretKey), cash, openedAt },
        ...(closesAt === undefined ? {} : { closesAt }),
        ...(multiplier === undefined ? {} : { multiplier }),
      };
      const entries = historyEntries(
        { accountId: id, cash, openedAt, executions: history },
        market,
      );
      const { account, past } = foldedHistory(wanted, entries, dayOf);
      await kept.change((changes) => {
        changes.record({ type: "account-opened", at: account.openedAt, account });
        for (const entry of past) changes.record(entry);
      }).kept;
      return ok({ accountId: id, keyId, secretKey });
    },

    async closeAccount(accountId, askedAt) {
      kept.requireWritable();
      const at = arrivedAt(askedAt);
      await kept.change((changes) => {
        if (kept.book.accounts.has(accountId))
          changes.record({ type: "account-closed", at, accountId });
      }).kept;
    },

    async changeAccount(accountId, change, askedAt) {
      kept.requireWritable();
      const at = arrivedAt(askedAt);
      await kept.change((changes) => {
        if (kept.book.accounts.has(accountId))
          changes.record({ type: "account-changed", at, accountId, change });
      }).kept;
    },

    async submit(accountId, draft, sentAt) {
      const at = arrivedAt(sentAt);
      const account = kept.book.accounts.get(accountId);
      if (!account) return refused({ kind: "account-closed" });
      // First of all: a repeated request must hear that the first one landed.
      if (kept.book.orderOfClient(accountId, draft.clientOrderId)) {
        await kept.flushed();
        return refused({ kind: "client-order-id-taken" });
      }
      const admitted = admit(draft, account, { market, calendar, at });
      if (!admitted.ok) return admitted;
      kept.requireWritable();
      const orders = ordersFrom(
        admittedDraft(draft, admitted.value),
        submissionOf(account, at, admitted.value),
      );
      await kept.change((changes) => {
        for (const order of orders) changes.record({ type: "order-submitted", at, order });
      }).kept;
      return ok(orders[0]!);
    },

    async replace(accountId, orderId, change, askedAt) {
      const at = arrivedAt(askedAt);
      const account = kept.book.accounts.get(accountId);
      const order = kept.book.order(orderId);
      if (!account || order?.accountId !== accountId) return refused({ kind: "order-unknown" });
      if (hasEnded(order)) return refused({ kind: "order-ended", order });
      if (order.status === "accepted" || order.status === "pending")
        return refused({ kind: "order-not-open", order });
      if (order.notional !== undefined) return refused({ kind: "order-in-dollars", order });
      if (kept.book.orderOfClient(accountId, change.clientOrderId))
        return refused({ kind: "client-order-id-taken" });
      const draft = changedDraft(order, change);
      const admitted = admit(draft, account, { market, calendar, at, instead: order });
      if (!admitted.ok) return admitted;
      kept.requireWritable();
      const submission = submissionOf(account, at, admitted.value);
      const successor = successorOf(order, admittedDraft(draft, admitted.value), submission);
      const replaced = kept.change((changes) => changes.replace(order, successor, at));
      await replaced.kept;
      return ok(replaced.made);
    },

    async cancel(accountId, orderId, askedAt) {
      const at = arrivedAt(askedAt);
      const order = kept.book.order(orderId);
      if (order?.accountId !== accountId) return refused({ kind: "order-unknown" });
      if (hasEnded(order)) {
        await kept.flushed();
        return refused({ kind: "order-ended", order });
      }
      kept.requireWritable();
      const ended = kept.change((changes) => {
        const canceled = changes.end(order, "canceled", at);
        resolveGroup(canceled, at, { book: kept.book, changes });
        return canceled;
      });
      await ended.kept;
      return ok(ended.made);
    },

    async advance(nowAt) {
      if (!kept.isWritable) await kept.tryAgain();
      const at = notBefore(nowAt);
      const { book, progress } = kept;
      await kept.change((changes) => {
        if (SWEEP_MS <= at - sweptAt) {
          sweptAt = at;
          for (const accountId of endedAccounts(book, at))
            changes.record({ type: "account-closed", at, accountId });
        }
        progress.meet(at, { book, changes });
      }).kept;
    },

    async liquidate(accountId, askedAt) {
      kept.requireWritable();
      const at = arrivedAt(askedAt);
      const account = kept.book.accounts.get(accountId);
      if (!account) return [];
      const sold = kept.change((changes) =>
        liquidate(account, stayingOf(account), at, { ...needs, book: kept.book, changes }),
      );
      await sold.kept;
      return sold.made;
    },

    async befall(accountId, what, wantedAt) {
      kept.requireWritable();
      const at = arrivedAt(wantedAt);
      const account = kept.book.accounts.get(accountId);
      if (!account || !canBefall(account, what)) return false;
      const { book } = kept;
      await kept.change((changes) =>
        applyBlow(account, what, { at, market, book, changes, newId: identifiers.uuid }),
      ).kept;
      return true;
    },

    async direct(orderId, step, wantedAt) {
      kept.requireWritable();
      const at = arrivedAt(wantedAt);
      const order = kept.book.order(orderId);
      invariant(order !== undefined, `order ${orderId} is in the book`);
      await kept.change((changes) => {
        const changed =
          step.kind === "end"
            ? changes.end(order, step.as, at)
            : changes.fill(order, { ...step, at });
        resolveGroup(changed, at, { book: kept.book, changes });
      }).kept;
    },
  };
}

/** A draft as the venue takes it. */
function admittedDraft(
  { isShort: _wanted, ...draft }: VenueDraft,
  { isShort, quantity }: Admitted,
): VenueDraft {
  return { ...draft, quantity, ...(isShort && { isShort }) };
}

const endedAccounts = (book: VenueBook, at: Instant): readonly string[] =>
  [...book.accounts.values()]
    .filter(({ opening }) => opening.closesAt !== undefined && opening.closesAt <= at)
    .map(({ opening }) => opening.id);
