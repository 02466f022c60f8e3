import { DeskRefusal } from "./desk-refusal.ts";
import { passTime, yearAfter } from "./pass-time.ts";
import { standInBills } from "./stand-in-bills.ts";
import {
  type Card,
  type Customer,
  emptyState,
  type Invoice,
  type KeptEvent,
  type Price,
  type Seconds,
  type Session,
  type SoldPlan,
  type StandInState,
  type Subscription,
} from "./stand-in-state.ts";
import { CHECKOUT_SECONDS, wireCustomer, wireSession, wireSubscription } from "./stand-in-wire.ts";

const EVENTS_MAX = 500;
/** Keys of requests are known for a day there; so many at most here. */
const ANSWERS_MAX = 500;
const MONTH_SECONDS = 30 * 86_400;

export interface StandInNeeds {
  /** The world's clock, in seconds. */
  readonly now: () => Seconds;
  readonly plans: readonly SoldPlan[];
  /** What was there before; absent: nothing. */
  readonly kept?: StandInState;
  /** Called with all of it after each change. */
  readonly keep: (state: StandInState) => void;
  /** Called with each event once, in order. */
  readonly tell: (event: KeptEvent) => void;
  /** A word that cannot be guessed. */
  readonly newWord: () => string;
  /** Where its pages stand, under the origin they lead back to: "/simulated-payments". */
  readonly path: string;
  /** The pages let users move the clock on. */
  readonly isClockMovable?: boolean;
}

/** What the stand-in does: customers, checkouts, subscriptions and their bills, by its own clock. */
export type StandInDesk = ReturnType<typeof openStandInDesk>;

export function openStandInDesk(needs: StandInNeeds) {
  const { now, plans, kept, keep, tell, newWord, path, isClockMovable = false } = needs;
  const state: StandInState = kept ?? emptyState(plans);
  const clock = (): Seconds => now() + state.aheadSeconds;
  const newId = (kind: string): string => {
    state.count += 1;
    // A checkout and a bill are opened by whoever knows their id.
    const word = kind === "cs" || kind === "in" ? newWord() : "";
    return `${kind}_sim${String(state.count).padStart(8, "0")}${word}`;
  };

  const found = <Thing>(thing: Thing | undefined, what: string, id: string): Thing => {
    if (thing !== undefined) return thing;
    throw new DeskRefusal(404, `No such ${what}: '${id}'`, "resource_missing", what);
  };
  const customer = (id: string): Customer =>
    found(
      state.customers.find((each) => each.id === id),
      "customer",
      id,
    );
  const price = (id: string): Price =>
    found(
      state.prices.find((each) => each.id === id),
      "price",
      id,
    );
  const session = (id: string): Session =>
    found(
      state.sessions.find((each) => each.id === id),
      "checkout.session",
      id,
    );
  const subscription = (id: string): Subscription =>
    found(
      state.subscriptions.find((each) => each.id === id),
      "subscription",
      id,
    );

  // Its pages stand where those do that they lead back to.
  const pagesAt = (leadsBackTo: string): string => `${new URL(leadsBackTo).origin}${path}`;
  const pageOf = ({ id, successUrl }: Session): string => `${pagesAt(successUrl)}/checkout/${id}`;
  const invoicePageOf = ({ id, customer: billed }: Invoice): string => {
    const bought = state.sessions.findLast((each) => each.customer === billed);
    return `${pagesAt(bought!.successUrl)}/invoice/${id}`;
  };
  const portalPageOf = (customerId: string): string => {
    const { word, returnUrl } = found(state.portals[customerId], "portal", customerId);
    return `${pagesAt(returnUrl)}/portal/${customerId}/${word}`;
  };
  const wired = (each: Subscription) => wireSubscription(each, price(each.priceId));

  /** An event happened; it is told once everything that belongs to it is on record. */
  const untold: KeptEvent[] = [];
  function happened(type: string, object: Record<string, unknown>, created = clock()): void {
    const event = { id: newId("evt"), type, created, object };
    state.events = [...state.events, event]
      .filter((each) => clock() - MONTH_SECONDS < each.created)
      .slice(-EVENTS_MAX);
    untold.push(event);
  }

  function commit(): void {
    keep(state);
    for (const event of untold.splice(0)) tell(event);
  }

  const changed = (each: Subscription, at = clock()) =>
    happened(
      each.status === "canceled"
        ? "customer.subscription.deleted"
        : "customer.subscription.updated",
      wired(each),
      at,
    );

  const { bill, tryAgain, openInvoiceOf } = standInBills({
    ...{ state, newId, happened, customer, pageOf: invoicePageOf },
  });

  /** What the clock has brought since it was last looked at. */
  function catchUp(): void {
    const before = untold.length;
    for (const each of state.sessions)
      if (each.status === "open" && each.created + CHECKOUT_SECONDS <= clock())
        each.status = "expired";
    passTime(state.subscriptions, clock(), {
      bill,
      tryAgain,
      openInvoiceOf,
      priceOf: (each) => price(each.priceId).unit_amount,
      changed,
      trialWillEnd: (each, at) => happened("customer.subscription.trial_will_end", wired(each), at),
    });
    if (before < untold.length) commit();
  }

  return {
    state,
    clock,
    catchUp,
    customer,
    price,
    session,
    subscription,
    wired,
    pageOf,
    invoicePageOf,

    isClockMovable,

    /** A page of the customer's own, guarded by a word that nobody can guess. */
    portalOf(customerId: string, returnUrl: string): string {
      const word = state.portals[customerId]?.word ?? newWord();
      state.portals[customerId] = { word, returnUrl };
      commit();
      return portalPageOf(customerId);
    },
    portalPageOf,

    addCustomer(email: string, metadata: Record<string, string>): Customer {
      const added = { id: newId("cus"), email, created: clock(), metadata, card: null };
      state.customers.push(added);
      happened("customer.created", wireCustomer(added));
      commit();
      return added;
    },

    addSession(wanted: Omit<Session, "created" | "id" | "status" | "subscription">): Session {
      customer(wanted.customer);
      price(wanted.priceId);
      const added: Session = {
        ...wanted,
        ...{ id: newId("cs"), created: clock(), status: "open", subscription: null },
      };
      state.sessions.push(added);
      commit();
      return added;
    },

    /** The checkout's button: a card is taken, and the subscription begins. False: the card was declined. */
    pay(id: string, card: Card): boolean {
      const paid = session(id);
      if (paid.status !== "open") throw new DeskRefusal(400, "This page was used before.");
      if (card === "declined" && paid.trialDays === 0) return false;
      const at = clock();
      customer(paid.customer).card = card;
      const trialEnd = 0 < paid.trialDays ? at + paid.trialDays * 86_400 : null;
      const begun: Subscription = {
        ...{ id: newId("sub"), itemId: newId("si") },
        ...{ customer: paid.customer, priceId: paid.priceId, created: at, trialEnd },
        status: trialEnd === null ? "active" : "trialing",
        periodStart: at,
        periodEnd: trialEnd ?? yearAfter(at),
        ...{ cancelAtPeriodEnd: false, cancelAt: null, endedAt: null },
        ...{ nextAttempt: null, failures: 0, isEndOfTrialTold: false },
        metadata: paid.metadata,
      };
      state.subscriptions.push(begun);
      Object.assign(paid, { status: "complete", subscription: begun.id });
      happened("checkout.session.completed", wireSession(paid, pageOf(paid)));
      happened("customer.subscription.created", wired(begun));
      bill(begun, trialEnd === null ? price(begun.priceId).unit_amount : 0, at);
      commit();
      return true;
    },

    /** It can be paid no more. */
    expireSession(id: string): Session {
      const each = session(id);
      if (each.status !== "open")
        throw new DeskRefusal(
          400,
          "Only Checkout Sessions with a status in [open] can be expired.",
        );
      each.status = "expired";
      commit();
      return each;
    },

    changeCard(customerId: string, card: Card): void {
      customer(customerId).card = card;
      // A card that works pays what is open at once.
      for (const each of state.subscriptions)
        if (
          each.customer === customerId &&
          (each.status === "past_due" || each.status === "unpaid")
        )
          each.nextAttempt = clock();
      commit();
      catchUp();
    },

    changeSubscription(id: string, change: SubscriptionChange): Subscription {
      const each = subscription(id);
      if (each.status === "canceled")
        throw new DeskRefusal(400, "A canceled subscription can only update its metadata.");
      if (change.priceId !== undefined && change.priceId !== each.priceId) {
        const { unit_amount: next } = price(change.priceId);
        const left = shareLeft(each, clock());
        const credit = price(each.priceId).unit_amount;
        each.priceId = change.priceId;
        if (each.status === "active")
          bill(each, Math.max(0, Math.round((next - credit) * left)), clock());
      }
      if (change.cancelAtPeriodEnd !== undefined) each.cancelAtPeriodEnd = change.cancelAtPeriodEnd;
      if (change.cancelAt !== undefined) each.cancelAt = change.cancelAt;
      if (change.metadata) each.metadata = { ...each.metadata, ...change.metadata };
      changed(each);
      commit();
      return each;
    },

    endSubscription(id: string): Subscription {
      const each = subscription(id);
      if (each.status === "canceled")
        throw new DeskRefusal(404, `No such subscription: '${id}'`, "resource_missing");
      Object.assign(each, { status: "canceled", endedAt: clock(), nextAttempt: null });
      changed(each);
      commit();
      return each;
    },

    /** Moves the clock on, and lets happen what was due meanwhile. */
    moveOn(seconds: Seconds): void {
      state.aheadSeconds += seconds;
      commit();
      catchUp();
    },

    keepAnswer(key: string, answer: StandInState["answered"][string]): void {
      const kept = Object.entries(state.answered).slice(1 - ANSWERS_MAX);
      state.answered = { ...Object.fromEntries(kept), [key]: answer };
      commit();
    },
  };
}

export interface SubscriptionChange {
  readonly priceId?: string;
  readonly cancelAtPeriodEnd?: boolean;
  readonly cancelAt?: Seconds | null;
  readonly metadata?: Record<string, string>;
}

const shareLeft = ({ periodStart, periodEnd }: Subscription, at: Seconds): number =>
  Math.max(0, Math.min(1, (periodEnd - at) / (periodEnd - periodStart)));
