import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { type Money, NO_MONEY } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { CheckedOrder } from "@sevenfold/domain/risk";
import type { VenueTerms } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import {
  type AccountStanding,
  heldIn,
  recentSubmitsOf,
  standingOf,
} from "../account/account-standing.ts";
import { foreignRefusal } from "../account/foreign-standing.ts";
import {
  COLLAR_BPS_DEFAULT,
  causeOfTicket,
  type ManualDraft,
  manualOrder,
} from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { checkManual, DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import {
  answered,
  deny,
  type PlacedOrder,
  submitting,
  type Written,
} from "../orders/written-order.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import {
  crowdingOf,
  haltOf,
  type SubmissionPolicy,
  tripOn,
} from "../safeguards/circuit-breakers.ts";
import { isHaltedIn } from "../safeguards/entry-refusal.ts";
import { exchangeHaltOf } from "../safeguards/exchange-halted.ts";
import { pricelessFor, pricelessOf } from "../safeguards/priceless.ts";
import { reductionOf } from "../safeguards/reduce-account.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { isBeingSent } from "../safeguards/unanswered-orders.ts";
import { restingStopOf, wantStopBack, withoutOwnStop } from "./own-stop-first.ts";
import type { WriteOptions } from "./write-automated-order.ts";

/** Two equal orders within this time and without a key are taken for one sent twice. */
const DUPLICATE_MS = 3_000;
/** As many orders as may have been asked for within that time, denied ones included. */
const RECENT_ORDERS = 90;
/** How often an order looks whether one of its symbol that is just being sent has its answer. */
const LOOK_EVERY_MS = 100;
/** As long as it would be fresh. */
const LOOKS_MAX = DECISION_AGE_MAX_MS / LOOK_EVERY_MS;

type Needs = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "identifiers" | "prices" | "realMarket" | "storage" | "submission"
>;

/**
 * The order row itself is the memory of an idempotency key: it holds everything the request said,
 * and it commits together with what it caused. A refused request takes no key.
 */
export const writeManualOrder =
  (needs: Needs) =>
  async (asked: ManualDraft, { isLast, terms }: WriteOptions = {}): Promise<Written> => {
    const { calendarOf, clock, identifiers, storage, submission } = needs;
    const { prices, realMarket } = needs;
    const { ticker, userId, idempotencyKey } = asked;
    const listed = await askedOf(needs, asked);
    const draft = { ...asked, ...originIn(listed) };
    const clientKey = identifiers.clientKeyOf(
      idempotencyKey === undefined
        ? `manual|${identifiers.uuid()}`
        : causeOfTicket(userId, idempotencyKey),
    );
    const deniedKey = identifiers.clientKeyOf(`denied|${identifiers.uuid()}`);
    const write = async (tables: Tables, look: number): Promise<Written | "wait"> => {
      const at = clock.now();
      const account = await tables.accounts.lock(draft.accountId);
      if (account?.userId !== userId) return answered({ kind: "account-not-found" });
      const known = await tables.orders.byKey(clientKey);
      if (known) return { kind: "answered", answer: replay(known, draft, at) };

      const standing = await standingOf(tables, account);
      const stop = restingStopOf(standing, ticker);
      const hours = calendarOf(account);
      const markets = { prices, realMarket };
      const checks = { draft, account, listed, at, hours, standing, submission, terms, ...markets };
      const allowed = await checkManualOrder(tables, checks);
      const checked =
        allowed.ok && stop && isLast
          ? refused({ kind: "stop-at-broker", ticker } as const)
          : allowed;
      if (!checked.ok) {
        if (isPassing(checked.refusal) && look < LOOKS_MAX) return "wait";
        await tripOn(checked.refusal, tables, account, at);
        const { refusal } = checked;
        const intent = manualOrder(draft, deniedKey, NO_MONEY, at);
        await deny(tables, account, { intent, refusal });
        return answered(refusal);
      }
      if (stop)
        return { kind: "stop-first", stop: await wantStopBack(tables, account, { stop, at }) };
      const { reservedCash, warnings } = checked.value;
      const intent = manualOrder(draft, clientKey, reservedCash, at);
      const order = await submitting(tables, account, intent);
      return { kind: "to-send", order, warnings, userId, letInAt: account.lastValidatedAt };
    };
    for (let look = 1; ; look += 1) {
      const written = await storage.transact((tables) => write(tables, look));
      if (written !== "wait") return written;
      await clock.sleep(LOOK_EVERY_MS);
    }
  };

/** The price of the order's symbol in the market of its account. */
export async function askedOf(
  needs: Pick<Needs, "prices" | "realMarket" | "storage">,
  { accountId, ticker }: Pick<ManualDraft, "accountId" | "ticker">,
): Promise<Listed> {
  const account = await needs.storage.read.accounts.byId(accountId);
  return account ? inMarketOf(needs, account).prices.ask(ticker) : "no-price";
}

const isPassing = (refusal: Refusal): boolean =>
  refusal.kind === "order-unanswered" && refusal.isUnderWay;

type Listed = Awaited<ReturnType<PriceBoard["ask"]>>;

const originIn = (listed: Listed): Pick<ManualDraft, "priceOrigin"> =>
  typeof listed === "string"
    ? {}
    : { priceOrigin: { provider: listed.from.id, pricedAt: listed.at } };

interface Facts {
  readonly draft: ManualDraft;
  readonly account: Account;
  readonly listed: Listed;
  readonly at: Instant;
  readonly hours: TradingCalendar;
  readonly standing: AccountStanding;
  readonly submission: SubmissionPolicy | undefined;
  readonly prices: PriceBoard;
  readonly realMarket: TradingNeeds["realMarket"];
  /** What the venue is known to refuse; undefined where it is not asked. */
  readonly terms?: VenueTerms | undefined;
}

/** Everything that is asked of a user's order before it is written down. Writes nothing. */
export async function checkManualOrder(
  tables: Readers,
  facts: Facts,
): Promise<Result<CheckedOrder, Refusal>> {
  const { draft, account, at, hours, submission } = facts;
  const halt = await haltOf(tables, submission);
  if (halt) return refused(halt);
  if (account.status !== "active")
    return refused({ kind: "account-not-active", status: account.status });
  const foreign = foreignRefusal(account, draft, heldIn(facts.standing, draft.ticker));
  if (foreign) return refused(foreign);
  const reduction = draft.side === "buy" ? reductionOf(account, "manual", at) : undefined;
  if (reduction) return refused(reduction);
  // A sale lowers risk: it waits at the exchange, or for the owner to take it back.
  const stopped = draft.side === "buy" ? exchangeHaltOf(facts, account, draft.ticker) : undefined;
  if (stopped) return refused(stopped);
  const priceless = pricelessOf(facts, account);
  // Neither what another venue lists nor what it asked says anything about this one.
  const listed = priceless ? "no-price" : facts.listed;
  const refusal = priceless ? pricelessFor(priceless, draft) : refusalOfPrice(draft, listed);
  if (refusal) return refused(refusal);
  const session = hours.sessionAt(at);
  if (!session && draft.limit === undefined)
    return refused({ kind: "market-closed", opensAt: hours.nextSession(at).opens });
  // A key tells a request sent twice by itself.
  const twin = draft.idempotencyKey === undefined ? await twinOf(tables, draft, at) : undefined;
  if (twin) return refused({ kind: "possible-duplicate", clientKey: twin.clientKey });
  const settings = await tables.settings.of(account.id);
  invariant(settings !== undefined, `account ${account.id} has no settings`);
  const checked = checkManual(
    draft,
    typeof listed === "string" ? undefined : listed.price,
    withoutOwnStop(facts.standing, draft.ticker),
    {
      at,
      settings,
      // What a sell is worth breaks no limit.
      equity: draft.side === "buy" ? await equityOf(tables, account, at) : account.startEquity,
      collarBps: COLLAR_BPS_DEFAULT,
      halted: isHaltedIn(account, session),
      // A person need not wait for the worker's cool-down.
      coolDownUntil: 0 as Instant,
      recentSubmits: await recentSubmitsOf(tables, account, at),
      terms: facts.terms,
    },
  );
  // However many sells there are, they are bounded by what is held.
  if (!checked.ok || draft.side === "sell") return checked;
  const crowding = await crowdingOf(tables, submission, at);
  return crowding ? refused(crowding) : checked;
}

/** The account's latest recorded equity: near enough for a warning. */
const equityOf = async (tables: Readers, account: Account, at: Instant): Promise<Money> =>
  (await tables.equity.at(account.id, at))?.equity ?? account.startEquity;

function refusalOfPrice({ ticker, limit, side }: ManualDraft, listed: Listed): Refusal | undefined {
  // What is held can be sold, whether a provider answers or knows the symbol at all.
  if (typeof listed !== "string" || side === "sell") return undefined;
  if (listed === "unknown-symbol") return { kind: "unknown-symbol", ticker };
  // A limit says the price itself.
  return limit !== undefined ? undefined : { kind: "no-price", ticker };
}

async function twinOf(
  { orders }: Pick<Readers, "orders">,
  draft: ManualDraft,
  at: Instant,
): Promise<Order | undefined> {
  const recent = await orders.latest(draft.accountId, RECENT_ORDERS);
  return recent.find(
    (order) =>
      order.origin === "manual" &&
      order.status !== "denied" &&
      at - order.createdAt < DUPLICATE_MS &&
      asksTheSame(order, draft),
  );
}

/** The answer the first request with this key got, or would get by now. */
export function replay(
  known: Order,
  draft: ManualDraft,
  at: Instant,
): Result<PlacedOrder, Refusal> {
  if (!asksTheSame(known, draft)) return refused({ kind: "idempotency-key-reused" });
  if (isBeingSent(known, at)) return refused({ kind: "still-in-progress" });
  const { clientKey, status } = known;
  if (status !== "denied" && status !== "rejected") return ok({ order: known, warnings: [] });
  // Neither happens without words.
  const message = known.lastMessage!;
  return refused({
    kind: status === "denied" ? "never-sent" : "broker-rejected",
    clientKey,
    message,
  });
}

const asksTheSame = (order: Order, draft: ManualDraft): boolean =>
  order.accountId === draft.accountId &&
  order.ticker === draft.ticker &&
  order.side === draft.side &&
  order.quantity === draft.quantity &&
  order.limit === draft.limit;
