import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { AuditEntry } from "../../ports/stores/audit-store.ts";
import type { OrderFacts, WantedFacts } from "../../ports/stores/holdings-store.ts";
import { isTakenBack, StorageUnavailable, type Tables } from "../../ports/stores/storage.ts";
import { withoutAskingAgain } from "../account/fenced-storage.ts";
import type { AutomatedDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { LeaseLost } from "../account/write-as-worker.ts";
import type { Written } from "../orders/written-order.ts";
import { countedInAllFrom, wantedFacts } from "./read-ahead.ts";
import {
  keyOf,
  type WriteNeeds,
  type WriteOptions,
  writeAutomatedOrder,
  writeLocked,
} from "./write-automated-order.ts";

/** Where a worker's orders are written down. */
export interface OrderLine {
  /**
   * Checks and writes an order as `writeAutomatedOrder` does, with whatever orders of other accounts wait
   * at that moment. Throws `LeaseLost` where another worker has the account; `needs` are the account's.
   */
  write(needs: WriteNeeds, draft: AutomatedDraft, options?: WriteOptions): Promise<Written>;
  /** Once no order is being written, or after some turns of them: for what is in less of a hurry. */
  quiet(): Promise<void>;
}

/** Orders of one transaction: it holds their accounts' rows, and none of them is sent before it ends. */
const TOGETHER_MAX = 50;
/** Turns in which an account's row was held by somebody: the next may find it free, and costs no connection. */
const TURNS_MAX = 10;
/** So many turns of orders are let go first by what is in less of a hurry: in a burst there is always one. */
const LET_GO_FIRST_MAX = 5;

interface Waiting {
  readonly needs: WriteNeeds;
  readonly draft: AutomatedDraft;
  readonly clientKey: string;
  readonly options: WriteOptions;
  readonly settle: (written: Promise<Written>) => void;
  turns: number;
}

/**
 * A price that falls reaches many accounts at once, and their orders are on record within few journeys to
 * the database: one transaction for all that wait as it begins, on a connection that other work does not
 * take. Nobody is waited for: an account whose row somebody holds is of the next turn, and after some of
 * them written alone, as each is where what fails is not the database itself.
 */
export function openOrderLine({
  clock,
  storage,
}: Pick<TradingNeeds, "clock" | "storage">): OrderLine {
  const exits: Waiting[] = [];
  const entries: Waiting[] = [];
  /** The turn that is being written. */
  let underWay: Promise<void> | undefined;
  // What lowers risk waits behind nobody's entry.
  const next = (): readonly Waiting[] => {
    const some = exits.splice(0, TOGETHER_MAX);
    return [...some, ...entries.splice(0, TOGETHER_MAX - some.length)];
  };
  const writeTurn = async () => {
    let turn: readonly Waiting[] | undefined;
    // Who comes while the connection is had is of this turn; a repeated transaction is of the same.
    const taken = () => {
      turn ??= next();
      return turn;
    };
    // What fails from then on is the commit.
    let isWritten = false;
    const work = async (tables: Tables) => {
      isWritten = false;
      const written = await writeAll(tables, taken(), clock.now());
      isWritten = true;
      return written;
    };
    try {
      const written = await storage.transact(work, ORDERS);
      const again = taken().filter((waiting) => isForNextTurn(written, waiting));
      for (const waiting of taken())
        if (!again.includes(waiting)) waiting.settle(outcomeOf(written, waiting));
      // They came before whoever waits by now.
      exits.unshift(...again.filter(isExit));
      entries.unshift(...again.filter((waiting) => !isExit(waiting)));
    } catch (error) {
      // Whether it was committed nobody knows: nothing of it is sent.
      const isInDoubt = (isWritten && !isTakenBack(error)) || error instanceof StorageUnavailable;
      for (const waiting of taken())
        waiting.settle(isInDoubt ? Promise.reject(error) : writtenAlone(waiting));
    }
  };
  const writeLine = async () => {
    while (0 < exits.length + entries.length) {
      underWay = writeTurn();
      await underWay;
    }
    underWay = undefined;
  };
  return {
    write: (needs, draft, options = {}) =>
      new Promise((settle) => {
        const clientKey = keyOf(needs, draft);
        const waiting = { needs, draft, clientKey, options, settle, turns: 0 };
        (isExit(waiting) ? exits : entries).push(waiting);
        if (!underWay) void writeLine();
      }),
    async quiet() {
      for (let turns = 0; underWay && turns < LET_GO_FIRST_MAX; turns += 1) await underWay;
    },
  };
}

/** A few rows that an order waits for. */
const ORDERS = { isUrgent: true };

interface Turn {
  readonly lost: ReadonlySet<string>;
  readonly written: ReadonlyMap<Waiting, Written>;
}

const isExit = ({ draft }: Pick<Waiting, "draft">): boolean => draft.intent.side === "sell";

/** Somebody held its account's row, or an order of the account was of this turn: a moment later that is over. */
function isForNextTurn({ lost, written }: Turn, waiting: Waiting): boolean {
  if (written.has(waiting) || lost.has(waiting.draft.accountId)) return false;
  waiting.turns += 1;
  return waiting.turns < TURNS_MAX;
}

const writtenAlone = ({ draft, needs, options }: Waiting): Promise<Written> =>
  writeAutomatedOrder(needs)(draft, options);

async function outcomeOf({ lost, written }: Turn, waiting: Waiting): Promise<Written> {
  const { accountId } = waiting.draft;
  if (lost.has(accountId)) throw new LeaseLost(`lease of ${accountId} lost`);
  return written.get(waiting) ?? writtenAlone(waiting);
}

interface Writable {
  readonly waiting: Waiting;
  readonly account: Account;
}

/**
 * Writes the orders of those whose rows are free and whose leases are held, in two journeys: what is
 * asked leaves at once, the locks first, and what is written leaves with the commit.
 */
async function writeAll(tables: Tables, turn: readonly Waiting[], at: Instant): Promise<Turn> {
  const leases = turn.map(({ draft }) => ({ accountId: draft.accountId, epoch: draft.leaseEpoch }));
  const fence = Promise.all([
    tables.accounts.lockFree(leases.map(({ accountId }) => accountId)),
    tables.leases.hold(leases),
  ]);
  const ahead = askedAhead(tables, turn, at);
  const [accounts, { held, lost }] = await fence;
  const free = new Map(accounts.map((account) => [account.id, account]));
  const writable = turn.flatMap((waiting): Writable[] => {
    const { accountId } = waiting.draft;
    const account = held.has(accountId) ? free.get(accountId) : undefined;
    // One order of an account at a time: the next is checked by rows that tell of this one.
    free.delete(accountId);
    return account ? [{ account, waiting }] : [];
  });
  const lines = openLines();
  const asked = lines.onto(askedTogether(tables, { ahead, at, writable }));
  const unseen = { passed: 0 };
  const write = async ({ account, waiting }: Writable): Promise<[Waiting, Written]> => {
    const { clientKey, draft, needs, options } = waiting;
    const own = withoutAskingAgain(
      asked,
      { accountId: account.id, epoch: draft.leaseEpoch },
      account,
    );
    return [waiting, await writeLocked(needs, draft, { at, clientKey, unseen, ...options })(own)];
  };
  // All come to rest before the transaction ends, also where one fails: none may write after it.
  const settled = await Promise.allSettled(writable.map(write));
  const failed = settled.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  const written = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  await lines.write(tables);
  return { lost, written: new Map(written) };
}

/** What orders are checked by, asked before it is known whose rows are free. */
interface Ahead {
  readonly wanted: ReadonlyMap<string, WantedFacts>;
  readonly facts: Promise<ReadonlyMap<string, OrderFacts>>;
  readonly halt: ReturnType<Tables["halts"]["current"]>;
  readonly inAll: Promise<number>;
}

/**
 * Asks by the accounts as the worker knows them: each statement sees the rows as they are once the locks
 * that were asked for before it are had.
 */
function askedAhead(
  { halts, holdings, orders }: Tables,
  turn: readonly Waiting[],
  at: Instant,
): Ahead {
  const wanted = new Map<string, WantedFacts>();
  for (const { clientKey, draft } of turn)
    if (draft.account && !wanted.has(draft.accountId))
      wanted.set(draft.accountId, wantedFacts(draft.account, { at, clientKey }));
  const ahead = {
    wanted,
    facts: wanted.size === 0 ? Promise.resolve(NO_FACTS) : holdings.factsOf([...wanted.values()]),
    halt: halts.current(),
    inAll: orders.countAllSubmittedSince(countedInAllFrom(at)),
  };
  // Heard by whoever asks for it; a transaction that ends before then has failed anyway.
  for (const answer of [ahead.facts, ahead.halt, ahead.inAll]) answer.catch(() => undefined);
  return ahead;
}

const NO_FACTS: ReadonlyMap<string, OrderFacts> = new Map();

/** The tables, which answer what was asked ahead, and ask once what is wanted of all other accounts. */
function askedTogether(
  tables: Tables,
  {
    ahead,
    at,
    writable,
  }: { readonly ahead: Ahead; readonly at: Instant; readonly writable: readonly Writable[] },
): Tables {
  const { halts, holdings, orders } = tables;
  const all = countedInAllFrom(at);
  // The worker may know the account as it was before: its row counts.
  const others = writable
    .map(({ account, waiting: { clientKey } }) => wantedFacts(account, { at, clientKey }))
    .filter((wanted) => !isSame(wanted, ahead.wanted.get(wanted.accountId)));
  const left = new Set(others.map(({ accountId }) => accountId));
  const later = once(() => holdings.factsOf(others));
  return {
    ...tables,
    halts: { ...halts, current: () => ahead.halt },
    holdings: {
      ...holdings,
      factsOf: ([wanted]) => (left.has(wanted!.accountId) ? later() : ahead.facts),
    },
    orders: {
      ...orders,
      countAllSubmittedSince: (since) =>
        since === all ? ahead.inAll : orders.countAllSubmittedSince(since),
    },
  };
}

const isSame = (one: WantedFacts, other: WantedFacts | undefined): boolean =>
  other !== undefined &&
  one.clientKey === other.clientKey &&
  one.sentSince === other.sentSince &&
  one.userId === other.userId;

/** What is to be written of all orders, until it is written at once. */
function openLines() {
  const added: Order[] = [];
  const entries: AuditEntry[] = [];
  return {
    /** The tables, which keep orders and lines of the audit for later. */
    onto: (tables: Tables): Tables => ({
      ...tables,
      orders: {
        ...tables.orders,
        // Its key was asked for under the account's lock, and is nobody's.
        async add(order) {
          added.push(order);
          return { order, isNew: true };
        },
      },
      audit: {
        ...tables.audit,
        async add(entry) {
          entries.push(entry);
        },
      },
    }),
    async write({ audit, orders }: Tables): Promise<void> {
      if (0 < added.length) await orders.addNew(added);
      if (0 < entries.length) await audit.addAll(entries);
    },
  };
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let answer: Promise<Value> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
