import type { Instant } from "@sevenfold/domain/market";
import type { Account } from "../../ports/stores/account.ts";
import { StorageUnavailable, type Tables } from "../../ports/stores/storage.ts";
import { withoutAskingAgain } from "../account/fenced-storage.ts";
import { type AutomatedDraft, causeOf } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { LeaseLost } from "../account/write-as-worker.ts";
import type { Written } from "../orders/written-order.ts";
import { countedInAllFrom, wantedFacts } from "./read-ahead.ts";
import {
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
}

/** Orders of one transaction: it holds their accounts' rows, and none of them is sent before it ends. */
const TOGETHER_MAX = 50;

interface Waiting {
  readonly needs: WriteNeeds;
  readonly draft: AutomatedDraft;
  readonly options: WriteOptions;
  readonly settle: (written: Promise<Written>) => void;
}

/**
 * A price that falls reaches many accounts at once, and their orders are on record within few journeys to
 * the database: one transaction for all that wait as it begins, on a connection that other work does not
 * take. Nobody is waited for: an account whose row somebody holds is written alone, and so is each where
 * what fails is not the database itself.
 */
export function openOrderLine({
  clock,
  storage,
}: Pick<TradingNeeds, "clock" | "storage">): OrderLine {
  const exits: Waiting[] = [];
  const entries: Waiting[] = [];
  let isWriting = false;
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
      for (const waiting of taken()) waiting.settle(outcomeOf(written, waiting));
    } catch (error) {
      // Whether it was committed nobody knows: nothing of it is sent.
      const isInDoubt = isWritten || error instanceof StorageUnavailable;
      for (const waiting of taken())
        waiting.settle(isInDoubt ? Promise.reject(error) : writtenAlone(waiting));
    }
  };
  const writeLine = async () => {
    isWriting = true;
    while (0 < exits.length + entries.length) await writeTurn();
    isWriting = false;
  };
  return {
    write: (needs, draft, options = {}) =>
      new Promise((settle) => {
        const line = draft.intent.side === "sell" ? exits : entries;
        line.push({ needs, draft, options, settle });
        if (!isWriting) void writeLine();
      }),
  };
}

/** A few rows that an order waits for. */
const ORDERS = { isUrgent: true };

interface Turn {
  readonly lost: ReadonlySet<string>;
  readonly written: ReadonlyMap<Waiting, Written>;
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

/** Writes the orders of those whose rows are free and whose leases are held. */
async function writeAll(tables: Tables, turn: readonly Waiting[], at: Instant): Promise<Turn> {
  const leases = turn.map(({ draft }) => ({ accountId: draft.accountId, epoch: draft.leaseEpoch }));
  const [accounts, { held, lost }] = await Promise.all([
    tables.accounts.lockFree(leases.map(({ accountId }) => accountId)),
    tables.leases.hold(leases),
  ]);
  const free = new Map(accounts.map((account) => [account.id, account]));
  const writable = turn.flatMap((waiting): Writable[] => {
    const { accountId } = waiting.draft;
    const account = held.has(accountId) ? free.get(accountId) : undefined;
    // One order of an account at a time: the next is checked by rows that tell of this one.
    free.delete(accountId);
    return account ? [{ account, waiting }] : [];
  });
  const asked = askedTogether(tables, writable, at);
  const unseen = { passed: 0 };
  const write = async ({ account, waiting }: Writable): Promise<[Waiting, Written]> => {
    const { draft, needs, options } = waiting;
    const own = withoutAskingAgain(
      asked,
      { accountId: account.id, epoch: draft.leaseEpoch },
      account,
    );
    return [waiting, await writeLocked(needs, draft, { ...options, at, unseen })(own)];
  };
  // All come to rest before the transaction ends, also where one fails: none may write after it.
  const settled = await Promise.allSettled(writable.map(write));
  const failed = settled.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  const written = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return { lost, written: new Map(written) };
}

/** The tables, which ask once what is asked of each of these accounts before anything is written. */
function askedTogether(tables: Tables, writable: readonly Writable[], at: Instant): Tables {
  const { halts, holdings, orders } = tables;
  const wanted = writable.map(({ account, waiting: { draft, needs } }) =>
    wantedFacts(account, { at, clientKey: needs.identifiers.clientKeyOf(causeOf(draft)) }),
  );
  const all = countedInAllFrom(at);
  const facts = once(() => holdings.factsOf(wanted));
  const halt = once(() => halts.current());
  const inAll = once(() => orders.countAllSubmittedSince(all));
  return {
    ...tables,
    halts: { ...halts, current: halt },
    holdings: { ...holdings, factsOf: facts },
    orders: {
      ...orders,
      countAllSubmittedSince: (since) =>
        since === all ? inAll() : orders.countAllSubmittedSince(since),
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
