import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant } from "@sevenfold/domain/market";
import { ACCOUNT_VALUE_MAX, type Money, type Price, type Quantity } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Execution } from "../ports/broker.ts";
import type { Identifiers } from "../ports/identifiers.ts";
import { foldedHistory } from "./folded-history.ts";
import { actionsBetween } from "./market-script.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import { applyAction } from "./venue-actions.ts";
import { admit, type VenueRefusal } from "./venue-admission.ts";
import { advanceOrders, settleGroup } from "./venue-advance.ts";
import { openVenueBook, type VenueAccount, type VenueBook } from "./venue-book.ts";
import { changesOf, type VenueChanges, type VenueNotice } from "./venue-changes.ts";
import { historyEntries } from "./venue-history.ts";
import { regularSessionAt, type VenueCalendar } from "./venue-hours.ts";
import {
  EntriesNotKept,
  type VenueAccountChange,
  type VenueEntry,
  type VenueJournal,
  VenueUnwritable,
} from "./venue-journal.ts";
import { hasEnded, type VenueDraft, type VenueOrder, type VenueOrderEnd } from "./venue-order.ts";
import { slotNumber } from "./venue-slots.ts";
import {
  changedDraft,
  type OrderChange,
  ordersFrom,
  type Submission,
  successorOf,
} from "./venue-submission.ts";

export interface OpenedAccount {
  readonly accountId: string;
  readonly keyId: string;
  readonly secretKey: string;
}

export type CancelRefusal =
  | { readonly kind: "order-unknown" }
  | { readonly kind: "order-ended"; readonly order: VenueOrder };

export type ReplaceRefusal =
  | CancelRefusal
  /** The venue has not taken it into its book yet. */
  | { readonly kind: "order-not-open"; readonly order: VenueOrder }
  | VenueRefusal;

/** What a bench makes of one order. A canceled one may still trade. */
export type VenueStep =
  | { readonly kind: "trade"; readonly quantity: Quantity; readonly price: Price }
  | { readonly kind: "end"; readonly as: Exclude<VenueOrderEnd, "replaced"> };

/**
 * A stock venue: accounts, a book of orders, fills at the simulated market's quotes. Every command
 * changes the book at once and answers when the change is in the journal for good. Time never runs
 * backwards in it: an older instant counts as the latest one known.
 *
 * A change that could not be kept is undone, and whoever asked for it hears a failure. From then on
 * every command is rejected with `VenueUnwritable` until `advance` finds the journal writable again.
 */
export interface Venue {
  /**
   * Readable at any time; wait for `settled` before telling anyone what it says. Another object
   * after a change was undone.
   */
  readonly book: VenueBook;
  /** False while the journal cannot be written. */
  readonly isWritable: boolean;
  openAccount(opening: {
    readonly cash: Money;
    readonly openedAt: Instant;
    readonly history?: readonly Execution[];
    /** Forgotten by the first `advance` a minute or so after it. */
    readonly closesAt?: Instant;
  }): Promise<Result<OpenedAccount, { readonly kind: "too-many-accounts" | "cash-out-of-range" }>>;
  /** Forgets the account, its orders and its key. */
  closeAccount(accountId: string, at: Instant): Promise<void>;
  submit(
    accountId: string,
    draft: VenueDraft,
    at: Instant,
  ): Promise<Result<VenueOrder, VenueRefusal>>;
  /**
   * Puts another order in the place of one that rests. What is not changed stays; without a
   * quantity it is for the shares still open.
   */
  replace(
    accountId: string,
    orderId: string,
    change: OrderChange,
    at: Instant,
  ): Promise<Result<VenueOrder, ReplaceRefusal>>;
  /** Suspends an account, lets it trade again, or keeps what its owner prefers. */
  changeAccount(accountId: string, change: VenueAccountChange, at: Instant): Promise<void>;
  cancel(
    accountId: string,
    orderId: string,
    at: Instant,
  ): Promise<Result<VenueOrder, CancelRefusal>>;
  /**
   * Expires and matches what rests in the book, at the quotes of this instant. While the journal
   * cannot be written it only tries whether it can again.
   */
  advance(at: Instant): Promise<void>;
  /** Trades or ends one order whatever the market does: the hand of a bench. */
  direct(orderId: string, step: VenueStep, at: Instant): Promise<void>;
  /**
   * Resolves when all that has happened so far is durable. Rejects when some of it could not be
   * kept, and for as long as nobody knows whether it was.
   */
  settled(): Promise<void>;
}

export interface VenueNeeds {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly journal: VenueJournal;
  /** What the journal holds from before. */
  readonly entries: Iterable<VenueEntry>;
  readonly identifiers: Identifiers;
  /** A one-way digest of a secret key; who checks a key makes the same. */
  readonly digestOf: (secretKey: string) => string;
  /** "by-hand": nothing trades but what `direct` says. The market's quotes decide otherwise. */
  readonly matching?: "by-hand";
  /** Called in order, after the journal. Must not throw. */
  readonly onNotices: (notices: readonly VenueNotice[]) => void;
}

const ACCOUNTS_MAX = 10_000;
/** How often accounts whose time is over are looked for. */
const SWEEP_MS = 60_000;

export function openVenue(needs: VenueNeeds): Venue {
  const { market, calendar, journal, identifiers, digestOf } = needs;
  const dayOf = (at: Instant) => regularSessionAt(calendar, at).day;
  let book = openVenueBook(dayOf);
  let settled: Promise<void> = Promise.resolve();
  let failure: unknown;
  let sweptAt = 0;
  /** The last slot whose prices open orders have met. */
  let seenSlot: number;
  /** Splits and dividends up to here are in the book. */
  let actedAt: Instant;
  begin(needs.entries);

  /** Makes the book anew of what the journal holds. */
  function begin(entries: Iterable<VenueEntry>): void {
    book = openVenueBook(dayOf);
    for (const entry of entries) book.record(entry);
    seenSlot = slotNumber(book.latestAt);
    actedAt = book.latestAt;
    settled = Promise.resolve();
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
    if (entries.length === 0) return settled;
    const kept = journal.append(entries).catch((error: unknown) => {
      fail(error);
      throw error;
    });
    settled = Promise.all([settled, kept]).then(() => needs.onNotices(notices));
    // Whoever waits hears of a failure; nobody waiting must not end the process.
    settled.catch(() => undefined);
    return settled;
  }

  function submissionOf(
    { opening, orders }: VenueAccount,
    at: Instant,
    { reservedEach }: { readonly reservedEach: Price },
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
    settled: () => settled,

    async openAccount({ cash, openedAt, closesAt, history = [] }) {
      requireWritable();
      if (ACCOUNTS_MAX <= book.accounts.size) return refused({ kind: "too-many-accounts" });
      if (!(0 <= cash && cash <= ACCOUNT_VALUE_MAX)) return refused({ kind: "cash-out-of-range" });
      const id = identifiers.uuid();
      const keyId = `PK${identifiers.clientKeyOf(`key of ${id}`).slice(0, 18)}`;
      const number = `PA${identifiers.clientKeyOf(`number of ${id}`).slice(0, 10)}`;
      const secretKey = identifiers.secret();
      const wanted = {
        ...{ id, number, keyId, secretDigest: digestOf(secretKey), cash, openedAt },
        ...(closesAt === undefined ? {} : { closesAt }),
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

    async closeAccount(accountId, at) {
      requireWritable();
      const changes = changesOf(book, identifiers);
      if (book.accounts.has(accountId))
        changes.record({ type: "account-closed", at: notBefore(at), accountId });
      await keep(changes);
    },

    async changeAccount(accountId, change, at) {
      requireWritable();
      const changes = changesOf(book, identifiers);
      if (book.accounts.has(accountId))
        changes.record({ type: "account-changed", at: notBefore(at), accountId, change });
      await keep(changes);
    },

    async submit(accountId, draft, sentAt) {
      const at = notBefore(sentAt);
      const account = book.accounts.get(accountId);
      if (!account) return refused({ kind: "account-closed" });
      // First of all: a repeated request must hear that the first one landed.
      if (book.orderOfClient(accountId, draft.clientOrderId)) {
        await settled;
        return refused({ kind: "client-order-id-taken" });
      }
      const admitted = admit(draft, account, { market, calendar, at });
      if (!admitted.ok) return admitted;
      requireWritable();
      const changes = changesOf(book, identifiers);
      const orders = ordersFrom(draft, submissionOf(account, at, admitted.value));
      for (const order of orders) changes.record({ type: "order-submitted", at, order });
      await keep(changes);
      return ok(orders[0]!);
    },

    async replace(accountId, orderId, change, askedAt) {
      const at = notBefore(askedAt);
      const account = book.accounts.get(accountId);
      const order = book.order(orderId);
      if (!account || order?.accountId !== accountId) return refused({ kind: "order-unknown" });
      if (hasEnded(order)) return refused({ kind: "order-ended", order });
      if (order.status === "accepted" || order.status === "pending")
        return refused({ kind: "order-not-open", order });
      if (book.orderOfClient(accountId, change.clientOrderId))
        return refused({ kind: "client-order-id-taken" });
      const draft = changedDraft(order, change);
      const admitted = admit(draft, account, { market, calendar, at, instead: order });
      if (!admitted.ok) return admitted;
      requireWritable();
      const changes = changesOf(book, identifiers);
      const submission = submissionOf(account, at, admitted.value);
      const replacement = changes.replace(order, successorOf(order, draft, submission), at);
      await keep(changes);
      return ok(replacement);
    },

    async cancel(accountId, orderId, askedAt) {
      const order = book.order(orderId);
      if (order?.accountId !== accountId) return refused({ kind: "order-unknown" });
      if (hasEnded(order)) {
        await settled;
        return refused({ kind: "order-ended", order });
      }
      requireWritable();
      const at = notBefore(askedAt);
      const changes = changesOf(book, identifiers);
      const canceled = changes.end(order, "canceled", at);
      settleGroup(canceled, at, { book, changes });
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
      for (const action of actionsBetween(market.script, actedAt, at)) {
        const before = instant(Math.max(actedAt, action.at - 1));
        advanceOrders(seenSlot + 1, before, { ...needs, book, changes });
        seenSlot = Math.max(seenSlot, slotNumber(before));
        applyAction(action, { market, book, changes, newId: identifiers.uuid });
      }
      actedAt = at;
      advanceOrders(seenSlot + 1, at, { ...needs, book, changes });
      seenSlot = Math.max(seenSlot, slotNumber(at));
      await keep(changes);
    },

    async direct(orderId, step, wantedAt) {
      requireWritable();
      const order = book.order(orderId);
      invariant(order !== undefined, `order ${orderId} is in the book`);
      const at = notBefore(wantedAt);
      const changes = changesOf(book, identifiers);
      const changed =
        step.kind === "end"
          ? changes.end(order, step.as, at)
          : changes.fill(order, { ...step, at });
      settleGroup(changed, at, { book, changes });
      await keep(changes);
    },
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const endedAccounts = (book: VenueBook, at: Instant): readonly string[] =>
  [...book.accounts.values()]
    .filter(({ opening }) => opening.closesAt !== undefined && opening.closesAt <= at)
    .map(({ opening }) => opening.id);
