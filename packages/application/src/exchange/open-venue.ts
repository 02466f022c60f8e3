import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { ACCOUNT_VALUE_MAX } from "@sevenfold/domain/money";
import { ok, refused } from "@sevenfold/domain/result";
import { foldedHistory } from "./folded-history.ts";
import type { Venue, VenueNeeds } from "./venue.ts";
import type { VenueAccount } from "./venue-account.ts";
import { applyBlow, canBefall } from "./venue-actions.ts";
import { admit } from "./venue-admission.ts";
import { resolveGroup } from "./venue-advance.ts";
import { openVenueBook, type VenueBook } from "./venue-book.ts";
import { changesOf, type VenueChanges } from "./venue-changes.ts";
import { historyEntries } from "./venue-history.ts";
import { regularSessionAt } from "./venue-hours.ts";
import { EntriesNotKept, type VenueEntry, VenueUnwritable } from "./venue-journal.ts";
import { liquidate, stayingOf } from "./venue-liquidation.ts";
import { hasEnded, type VenueDraft } from "./venue-order.ts";
import { progressFrom, type VenueProgress } from "./venue-progress.ts";
import type { Admitted } from "./venue-refusal.ts";
import { changedDraft, ordersFrom, type Submission, successorOf } from "./venue-submission.ts";

const ACCOUNTS_MAX = 10_000;

/** How often accounts whose time is over are looked for. */
const SWEEP_MS = 60_000;

export function openVenue(needs: VenueNeeds): Venue {
  const { market, calendar, journal, identifiers, digestOf } = needs;
  const dayOf = (at: Instant) => regularSessionAt(calendar, at).day;
  let book = openVenueBook(dayOf);
  let flushed: Promise<void> = Promise.resolve();
  let failure: unknown;
  let sweptAt = 0;
  let progress: VenueProgress;
  begin(needs.entries);

  /** Makes the book anew of what the journal holds. */
  function begin(entries: Iterable<VenueEntry>): void {
    book = openVenueBook(dayOf);
    for (const entry of entries) book.record(entry);
    progress = progressFrom(book.latestAt, needs);
    flushed = Promise.resolve();
  }

  /** Undoes what was not kept. One failure ends every command that was waiting. */
  function fail(error: unknown): void {
    if (failure === error) return;
    failure = error;
    if (error instanceof EntriesNotKept) begin(error.kept);
  }

  function requireWritable(): void {
    if (failure !== undefined)
      throw new VenueUnwritable(`The exchange's journal cannot be written: ${wordsOf(failure)}`, {
        cause: failure,
      });
  }

  async function tryAgain(): Promise<void> {
    const entries = await journal.tryAgain?.();
    if (entries === undefined) throw failure;
    begin(entries);
    failure = undefined;
  }

  /** Keeps the entries for good, then tells. A failed journal fails this and what waits with it. */
  function keep({ entries, notices }: Pick<VenueChanges, "entries" | "notices">): Promise<void> {
    if (entries.length === 0) return flushed;
    const kept = journal.append(entries).catch((error: unknown) => {
      fail(error);
      throw error;
    });
    flushed = Promise.all([flushed, kept]).then(() => needs.onNotices(notices));
    // Whoever waits hears of a failure; nobody waiting must not end the process.
    flushed.catch(() => undefined);
    return flushed;
  }

  /**
   * The instant a command counts as of. What the market had in store until then happens first: nobody
   * orders, changes or cancels into the past, however seldom the venue is made to look.
   */
  function arrivedAt(sentAt: Instant): Instant {
    const at = notBefore(sentAt);
    if (failure !== undefined) return at;
    const changes = changesOf(book, identifiers);
    progress.meet(at, { book, changes });
    void keep(changes);
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

  const notBefore = (at: Instant): Instant => (at < book.latestAt ? book.latestAt : at);

  return {
    get book() {
      return book;
    },
    get isWritable() {
      return failure === undefined;
    },
    flushed: () => flushed,

    async openAccount({ cash, multiplier, openedAt, closesAt, history = [] }) {
      requireWritable();
      arrivedAt(history.at(-1)?.at ?? openedAt);
      if (ACCOUNTS_MAX <= book.accounts.size) return refused({ kind: "too-many-accounts" });
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
      const changes = changesOf(book, identifiers);
      changes.record({ type: "account-opened", at: account.openedAt, account });
      for (const entry of past) changes.record(entry);
      await keep({ entries: changes.entries, notices: [] });
      return ok({ accountId: id, keyId, secretKey });
    },

    async closeAccount(accountId, askedAt) {
      requireWritable();
      const at = arrivedAt(askedAt);
      const changes = changesOf(book, identifiers);
      if (book.accounts.has(accountId)) changes.record({ type: "account-closed", at, accountId });
      await keep(changes);
    },

    async changeAccount(accountId, change, askedAt) {
      requireWritable();
      const at = arrivedAt(askedAt);
      const changes = changesOf(book, identifiers);
      if (book.accounts.has(accountId))
        changes.record({ type: "account-changed", at, accountId, change });
      await keep(changes);
    },

    async submit(accountId, draft, sentAt) {
      const at = arrivedAt(sentAt);
      const account = book.accounts.get(accountId);
      if (!account) return refused({ kind: "account-closed" });
      // First of all: a repeated request must hear that the first one landed.
      if (book.orderOfClient(accountId, draft.clientOrderId)) {
        await flushed;
        return refused({ kind: "client-order-id-taken" });
      }
      const admitted = admit(draft, account, { market, calendar, at });
      if (!admitted.ok) return admitted;
      requireWritable();
      const changes = changesOf(book, identifiers);
      const orders = ordersFrom(
        admittedDraft(draft, admitted.value),
        submissionOf(account, at, admitted.value),
      );
      for (const order of orders) changes.record({ type: "order-submitted", at, order });
      await keep(changes);
      return ok(orders[0]!);
    },

    async replace(accountId, orderId, change, askedAt) {
      const at = arrivedAt(askedAt);
      const account = book.accounts.get(accountId);
      const order = book.order(orderId);
      if (!account || order?.accountId !== accountId) return refused({ kind: "order-unknown" });
      if (hasEnded(order)) return refused({ kind: "order-ended", order });
      if (order.status === "accepted" || order.status === "pending")
        return refused({ kind: "order-not-open", order });
      if (order.notional !== undefined) return refused({ kind: "order-in-dollars", order });
      if (book.orderOfClient(accountId, change.clientOrderId))
        return refused({ kind: "client-order-id-taken" });
      const draft = changedDraft(order, change);
      const admitted = admit(draft, account, { market, calendar, at, instead: order });
      if (!admitted.ok) return admitted;
      requireWritable();
      const changes = changesOf(book, identifiers);
      const submission = submissionOf(account, at, admitted.value);
      const replacement = changes.replace(
        order,
        successorOf(order, admittedDraft(draft, admitted.value), submission),
        at,
      );
      await keep(changes);
      return ok(replacement);
    },

    async cancel(accountId, orderId, askedAt) {
      const at = arrivedAt(askedAt);
      const order = book.order(orderId);
      if (order?.accountId !== accountId) return refused({ kind: "order-unknown" });
      if (hasEnded(order)) {
        await flushed;
        return refused({ kind: "order-ended", order });
      }
      requireWritable();
      const changes = changesOf(book, identifiers);
      const canceled = changes.end(order, "canceled", at);
      resolveGroup(canceled, at, { book, changes });
      await keep(changes);
      return ok(canceled);
    },

    async advance(nowAt) {
      if (failure !== undefined) await tryAgain();
      const at = notBefore(nowAt);
      const changes = changesOf(book, identifiers);
      if (SWEEP_MS <= at - sweptAt) {
        sweptAt = at;
        for (const accountId of endedAccounts(book, at))
          changes.record({ type: "account-closed", at, accountId });
      }
      progress.meet(at, { book, changes });
      await keep(changes);
    },

    async liquidate(accountId, askedAt) {
      requireWritable();
      const at = arrivedAt(askedAt);
      const account = book.accounts.get(accountId);
      if (!account) return [];
      const changes = changesOf(book, identifiers);
      const all = { ...needs, book, changes };
      const orders = liquidate(account, stayingOf(account), at, all);
      await keep(changes);
      return orders;
    },

    async befall(accountId, what, wantedAt) {
      requireWritable();
      const at = arrivedAt(wantedAt);
      const account = book.accounts.get(accountId);
      if (!account || !canBefall(account, what)) return false;
      const changes = changesOf(book, identifiers);
      applyBlow(account, what, { at, market, book, changes, newId: identifiers.uuid });
      await keep(changes);
      return true;
    },

    async direct(orderId, step, wantedAt) {
      requireWritable();
      const at = arrivedAt(wantedAt);
      const order = book.order(orderId);
      invariant(order !== undefined, `order ${orderId} is in the book`);
      const changes = changesOf(book, identifiers);
      const changed =
        step.kind === "end"
          ? changes.end(order, step.as, at)
          : changes.fill(order, { ...step, at });
      resolveGroup(changed, at, { book, changes });
      await keep(changes);
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

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const endedAccounts = (book: VenueBook, at: Instant): readonly string[] =>
  [...book.accounts.values()]
    .filter(({ opening }) => opening.closesAt !== undefined && opening.closesAt <= at)
    .map(({ opening }) => opening.id);
