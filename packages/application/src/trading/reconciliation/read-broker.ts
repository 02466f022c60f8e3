import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { type Activity, ONE_SHARE } from "../../ports/activity.ts";
import {
  type Broker,
  type BrokerAccountReport,
  type BrokerPosition,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../../ports/broker.ts";
import type { ForeignThings } from "../../ports/foreign.ts";
import type { Account } from "../../ports/stores/account.ts";
import { noteBrokerFailure } from "../account/account-failure.ts";
import { ACTIVITIES_OVERLAP_MS } from "../account/broker-snapshot.ts";
import { isResting } from "../account/resting-order.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isTakenOver } from "../fills/taken-over.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { endedDear, findUnlisted, foreignAmong, owingOrders } from "./find-unlisted.ts";

type Needs = Pick<TradingNeeds, "announcer" | "brokers" | "clock" | "log" | "storage">;

/** Read again from this long before the last known execution: a venue may file one late. */
const OVERLAP_MS = 2 * MINUTE_MS;

const DAY_MS = 24 * 60 * MINUTE_MS;
/** A venue's clock may be this far behind ours. */
const CLOCK_SLACK_MS = 5_000;

/** What the broker said of an account, read side by side and before anything was written. */
export interface BrokerWord {
  readonly accountId: string;
  readonly broker: Broker;
  /** When the first of it was asked for: what happened since, it may not know of. */
  readonly askedAt: Instant;
  readonly account: BrokerAccountReport;
  readonly executions: readonly Execution[];
  readonly activities: readonly Activity[];
  readonly orders: readonly OrderReport[];
  readonly positions: readonly BrokerPosition[];
  readonly foreign: ForeignThings;
  /** What the broker found, by our key, of open orders that its list leaves out. */
  readonly found: ReadonlyMap<string, OrderReport | undefined>;
}

/** Everything that has to be asked of a broker. Writes nothing but that the broker cannot be asked. */
export const readBroker =
  (needs: Needs) =>
  async (accountId: string): Promise<Result<BrokerWord, Refusal>> => {
    const { brokers, clock, log, storage } = needs;
    const account = await storage.read.accounts.byId(accountId);
    if (!account) return refused({ kind: "account-not-found" });
    try {
      const broker = await brokers.connect(accountId);
      const askedAt = clock.now();
      const open = await storage.read.orders.open(accountId);
      const since = readFrom(account, open, askedAt);
      const [theirs, positions, activities, recent] = await Promise.all([
        broker.account(),
        broker.positions(),
        broker.activitiesSince(activitiesFrom(account)),
        readTraded(broker, since),
      ]);
      const { executions, foreign, found, orders } = await withResting(needs, recent, {
        ...{ accountId, broker, open },
      });
      refuseOwnAsForeign(foreign, open);
      const isOurs = isOfShares(foreign);
      const others = executions.filter((execution) => !isOurs(execution));
      const covered = await unbookedOf(storage, accountId, others);
      const told = {
        account: theirs,
        activities: [...activities, ...tradedElsewhere(account, covered, foreign)],
        executions: executions.filter(isOurs),
        orders,
        positions,
        foreign,
        found,
      };
      return ok({ accountId, broker, askedAt, ...told });
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });
      await noteBrokerFailure(needs)(accountId, error, account);
      return refused({ kind: "broker-unavailable", message: error.message });
    }
  };

/** What was traded since an instant, and of what. */
type Traded = Pick<BrokerWord, "executions" | "foreign" | "orders">;

/** Executions first: whatever order they are of, the lists of orders read after them show it. */
async function readTraded(broker: Broker, since: Instant): Promise<Traded> {
  const executions = await broker.executionsSince(since);
  const orders = await broker.ordersSince(since);
  return { executions, orders, foreign: await broker.foreign(since) };
}

/**
 * With what became of the orders that the lists leave out. Where one that rested is not found, or has traded
 * what no execution tells, the lists are read once more, from when it was placed.
 */
async function withResting(
  needs: Needs,
  recent: Traded,
  asked: Pick<BrokerWord, "accountId" | "broker"> & { readonly open: readonly Order[] },
): Promise<Traded & Pick<BrokerWord, "found">> {
  const unlisted = ({ foreign, orders: listed }: Traded) => {
    const foreignOnes = new Set(foreignAmong(asked.open, foreign));
    const open = asked.open.filter((order) => !foreignOnes.has(order));
    return findUnlisted(needs, { listed, ...asked, open });
  };
  const found = await unlisted(recent);
  const owing = await owingOrders(needs, { found, ...asked, ...recent });
  if (owing.length === 0) return { found, ...recent };
  const whole = await readTraded(asked.broker, Math.min(...owing.map(placedFrom)) as Instant);
  return { found: await unlisted(whole), ...whole };
}

/** What was traded of a foreign order moved no shares of the books: the cover of a short sale, say. */
const isOfShares = ({ orders }: ForeignThings) => {
  const foreign = new Set(orders.map(({ brokerOrderId }) => brokerOrderId));
  return ({ brokerOrderId }: Execution): boolean => !foreign.has(brokerOrderId);
};

/** What an order traded before it turned out to be foreign is booked as a fill, with its cash. */
async function unbookedOf(
  { read }: Needs["storage"],
  accountId: string,
  executions: readonly Execution[],
): Promise<readonly Execution[]> {
  if (executions.length === 0) return executions;
  const ids = executions.map(({ executionId }) => executionId);
  const booked = await read.fills.bookedAmong(accountId, ids);
  return executions.filter(({ executionId }) => !booked.has(executionId));
}

/**
 * The cash that trades of foreign things moved since the books began: their shares are none of ours, and
 * their cash is the account's.
 */
function tradedElsewhere(
  account: Account,
  executions: readonly Execution[],
  foreign: ForeignThings,
): readonly Activity[] {
  const isParts = tradedParts(foreign);
  const covered = executions.map((execution) => cashOf(execution, isParts(execution)));
  return [...(foreign.trades ?? []), ...covered].filter(({ at }) => !isTakenOver(account, at));
}

/** Whole shares that an order for parts traded stay in the account, unlike those that covered a short sale. */
const tradedParts = ({ orders }: ForeignThings) => {
  const kinds = new Map(orders.map(({ brokerOrderId, kind }) => [brokerOrderId, kind]));
  return ({ brokerOrderId }: Execution): boolean => {
    const kind = kinds.get(brokerOrderId);
    return kind === "fraction" || kind === "notional";
  };
};

/** The same of an execution of whole shares, as of one that covered a short sale. */
function cashOf(
  { at, executionId, fee, price, quantity, side, ticker }: Execution,
  isParts: boolean,
): Activity {
  const worth = side === "buy" ? -price * quantity : price * quantity;
  const verb = side === "buy" ? "Bought" : "Sold";
  const parts = quantity * (side === "buy" ? ONE_SHARE : -ONE_SHARE);
  return {
    ...{ id: `elsewhere:${executionId}`, kind: "other-cash", at },
    ...{ amount: money(worth - fee), words: `${verb} ${quantity} ${ticker}` },
    ...(isParts && Number.isSafeInteger(parts) ? { ticker, parts } : {}),
  };
}

/**
 * An order of ours is of whole shares: a broker that tells it as something else is not understood. What others
 * ordered may turn out to be, and so may ours at the market for a share that was too dear: see `endForeign`.
 */
function refuseOwnAsForeign({ orders }: ForeignThings, open: readonly Order[]): void {
  const ours = new Set(
    open.flatMap(({ brokerOrderId, origin }) =>
      origin === "external" ? [] : (brokerOrderId ?? []),
    ),
  );
  const told = orders.find((order) => ours.has(order.brokerOrderId) && !endedDear(order));
  if (told)
    throw new BrokerUnavailable(
      "unreadable",
      `The broker tells our order ${told.brokerOrderId} as none for whole shares.`,
    );
}

/** A venue may file an activity days after the day it is of. */
const activitiesFrom = (account: Account): Instant => {
  const { activitiesReadTo, booksFrom, createdAt, lastValidatedAt } = account;
  const readTo = activitiesReadTo ?? booksFrom ?? lastValidatedAt ?? createdAt;
  return instant(readTo - ACTIVITIES_OVERLAP_MS);
};

/**
 * How far executions were read. What is ahead of now was noted by a clock that was: until it is past, what was
 * told of the last day is looked through again.
 */
const readToOf = ({ booksFrom, createdAt, executionsReadTo }: Account, now: Instant): Instant =>
  executionsReadTo <= now
    ? executionsReadTo
    : instant(Math.max(booksFrom ?? createdAt, now - DAY_MS));

/** An order that rests for days is not read from its first day on: the list would grow with each. */
const readFrom = (account: Account, open: readonly Order[], now: Instant): Instant =>
  Math.min(
    readToOf(account, now) - OVERLAP_MS,
    ...open.filter((order) => !isResting(order, now)).map(placedFrom),
  ) as Instant;

const placedFrom = ({ createdAt }: Order): Instant => instant(createdAt - CLOCK_SLACK_MS);
