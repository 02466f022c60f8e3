import type { Instant } from "@sevenfold/domain/market";
import { isTerminal, type Order } from "@sevenfold/domain/order";
import { ok } from "@sevenfold/domain/result";
import type { TradingSession } from "@sevenfold/domain/trading-session";
import type { VenueTerms } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import {
  type AccountStanding,
  heldIn,
  recentSubmitsOf,
  standingOf,
} from "../account/account-standing.ts";
import { foreignRefusal } from "../account/foreign-standing.ts";
import { type AutomatedDraft, automatedOrder, causeOf } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { checkAutomated, DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import { answered, deny, submitting, type Written } from "../orders/written-order.ts";
import { crowdingOf, haltOf, tripOn, type Unseen } from "../safeguards/circuit-breakers.ts";
import { entryRefusalOf, isHaltedIn } from "../safeguards/entry-refusal.ts";
import { exchangeHaltOf } from "../safeguards/exchange-halted.ts";
import { pricelessOf } from "../safeguards/priceless.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { restingStopOf, wantStopBack, withoutOwnStop } from "./own-stop-first.ts";
import { readAhead } from "./read-ahead.ts";

export type WriteNeeds = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "identifiers" | "prices" | "realMarket" | "storage" | "submission"
>;

/** Everything that may have changed since the decision is read again with the account's row locked. */
export const writeAutomatedOrder =
  (needs: WriteNeeds) =>
  (draft: AutomatedDraft, options: WriteOptions = {}): Promise<Written> => {
    const at = needs.clock.now();
    const clientKey = keyOf(needs, draft);
    return needs.storage.transact((locked) =>
      writeLocked(needs, draft, { ...options, at, clientKey })(locked),
    );
  };

/** The key that a signal's first order has. */
export const keyOf = (
  { identifiers }: Pick<WriteNeeds, "identifiers">,
  draft: AutomatedDraft,
): string => identifiers.clientKeyOf(causeOf(draft));

/** The same within a transaction, which may be of several accounts' orders. */
export const writeLocked =
  (
    {
      calendarOf,
      identifiers,
      prices,
      realMarket,
      submission,
    }: Omit<WriteNeeds, "clock" | "storage">,
    draft: AutomatedDraft,
    {
      at,
      clientKey: first,
      isLast,
      terms,
      unseen,
    }: WriteOptions & {
      readonly at: Instant;
      /** As `keyOf` has it. */
      readonly clientKey: string;
      readonly unseen?: Unseen;
    },
  ) =>
  async (locked: Tables): Promise<Written> => {
    const account = await locked.accounts.lock(draft.accountId);
    if (!account) return answered({ kind: "account-not-found" });
    if (!(await locked.leases.holds(account.id, draft.leaseEpoch)))
      return answered({ kind: "lease-lost" });
    const isEntry = draft.intent.side === "buy";
    const tables = readAhead(locked, account, { at, clientKey: first, isEntry });
    const { clientKey, known } = await freeKeyOf(tables, { draft, first, identifiers });
    if (known) return { kind: "answered", answer: ok({ order: known, warnings: [] }) };

    const session = calendarOf(account).sessionAt(at);
    const standing = await standingOf(tables, account);
    const { ticker } = draft.intent;
    const stop = restingStopOf(standing, ticker);
    const refusal =
      (await haltOf(tables, submission)) ??
      (await refusalOf(tables, {
        draft,
        account,
        at,
        session,
        standing,
        terms,
        prices,
        realMarket,
      })) ??
      (isEntry ? await crowdingOf(tables, submission, at, unseen) : undefined) ??
      (isLast && stop ? { kind: "stop-at-broker", ticker } : undefined);
    if (refusal) {
      await tripOn(refusal, locked, account, at);
      // A key of its own: the same signal may be sent once what refused it is gone.
      const deniedKey = identifiers.clientKeyOf(`${causeOf(draft)}|denied|${at}`);
      const intent = automatedOrder(draft, deniedKey, at);
      await deny(locked, account, { intent, refusal });
      return answered(refusal);
    }
    if (stop)
      return { kind: "stop-first", stop: await wantStopBack(locked, account, { stop, at }) };
    return {
      kind: "to-send",
      order: await submitting(locked, account, automatedOrder(draft, clientKey, at)),
      warnings: [],
      userId: account.userId,
      letInAt: account.lastValidatedAt,
    };
  };

/**
 * The order's key, and the order that has it already. A signal whose order came to nothing is another order
 * when it is decided anew: one that was denied never left, and no other cool-down need have begun with the
 * end of a stop, where a longer one was set before. What books that are older than their orders have under a
 * name of ours is left as it is.
 */
async function freeKeyOf(
  { orders }: Pick<Readers, "orders">,
  {
    draft,
    first,
    identifiers: { clientKeyOf },
  }: Pick<WriteNeeds, "identifiers"> & {
    readonly draft: AutomatedDraft;
    readonly first: string;
  },
): Promise<{ readonly clientKey: string; readonly known: Order | undefined }> {
  const known = await orders.byKey(first);
  if (known === undefined || !cameToNothing(known)) return { clientKey: first, known };
  const again = clientKeyOf(`${causeOf(draft)}|again|${draft.intent.at}`);
  return { clientKey: again, known: await orders.byKey(again) };
}

const cameToNothing = ({ filled, origin, status }: Order): boolean =>
  origin !== "external" && isTerminal(status) && filled === 0;

/** How an order is written down. */
export interface WriteOptions {
  readonly terms?: VenueTerms | undefined;
  /** A stop that still rests is not waited for any more. */
  readonly isLast?: boolean;
}

interface Facts {
  readonly draft: AutomatedDraft;
  readonly account: Account;
  readonly at: Instant;
  readonly session: TradingSession | undefined;
  readonly standing: AccountStanding;
  readonly terms: VenueTerms | undefined;
  readonly prices: TradingNeeds["prices"];
  readonly realMarket: TradingNeeds["realMarket"];
}

async function refusalOf(
  tables: Pick<Readers, "orders" | "settings" | "users">,
  facts: Facts,
): Promise<Refusal | undefined> {
  const { draft, account, at, session, terms } = facts;
  if (account.status !== "active") return { kind: "account-not-active", status: account.status };
  const priceless = pricelessOf(facts, account);
  if (priceless) return priceless;
  if (isDisputedEntry(facts, account))
    return { kind: "prices-disputed", ticker: draft.intent.ticker };
  const halt = exchangeHaltOf(facts, account, draft.intent.ticker);
  if (halt) return halt;
  const settings = await tables.settings.of(account.id);
  if (!settings?.automationEnabled) return { kind: "automation-off" };
  const isEntry = draft.intent.side === "buy";
  const barred = isEntry ? await entryRefusalOf(tables, account, at) : undefined;
  if (barred) return barred;
  const { ticker } = draft.intent;
  const foreign = foreignRefusal(account, draft.intent, heldIn(facts.standing, ticker));
  if (foreign) return foreign;
  const ageMs = at - draft.intent.at;
  if (DECISION_AGE_MAX_MS < ageMs) return { kind: "stale-decision", ageMs };
  if (!session && !isForAfterHours(draft, settings)) return { kind: "market-closed", opensAt: at };
  const checked = checkAutomated(draft, withoutOwnStop(facts.standing, ticker), {
    at,
    settings,
    equity: draft.equity,
    collarBps: draft.collarBps,
    halted: isHaltedIn(account, session),
    coolDownUntil: draft.coolDownUntil,
    recentSubmits: await recentSubmitsOf(tables, account, at),
    terms,
  });
  return checked.ok ? undefined : checked.refusal;
}

/** The built-in exchange is its own only provider: nobody can disagree about it. */
const isDisputedEntry = (
  { draft: { intent }, realMarket }: Facts,
  { venue }: Pick<Account, "venue">,
): boolean =>
  venue !== "built-in" &&
  intent.side === "buy" &&
  realMarket?.prices.isDisputed(intent.ticker) === true;

const isForAfterHours = ({ intent }: AutomatedDraft, { limits }: Settings): boolean =>
  limits.allowAfterHours && intent.limit !== undefined;
