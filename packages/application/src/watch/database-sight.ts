import type { Instant } from "@sevenfold/domain/market";
import { type Order, openQuantity } from "@sevenfold/domain/order";
import type { Clock } from "../ports/clock.ts";
import { oneLine } from "../ports/one-line.ts";
import {
  ACCOUNTS_NAMED_MAX,
  type AccountAtStake,
  type AtStake,
  type Sight,
  type Sighting,
  type StoppedAccount,
} from "../ports/sight.ts";
import type { Account } from "../ports/stores/account.ts";
import { SAID_MAX } from "../ports/stores/decision-store.ts";
import type { StoredPosition } from "../ports/stores/position-store.ts";
import type { Readers } from "../ports/stores/readers.ts";
import type { WorkerPing } from "../ports/stores/worker-store.ts";
import { STOPS_EXITS, standingReductions } from "../trading/safeguards/reduction.ts";
import { reductionSentenceOf } from "../trading/safeguards/refusal.ts";
import { openLivingWorkers } from "./living-workers.ts";

/** Pings are kept for a day; more workers than this nobody starts in one. */
const PINGS_MAX = 100;
/** With more accounts it is said how many more there are. */
const LOOKED_AT_MAX = 200;
const TOLD_MAX = 20;

/** What the worker's own rows tell. `open` gives the tables, or rejects while there is no database. */
export function databaseSight(name: string, clock: Clock, open: () => Promise<Readers>): Sight {
  const living = openLivingWorkers({ monotonicMs: () => clock.monotonicMs() });
  return {
    name,
    look: () => seen(name, async () => sightingOf(await open(), living, clock.now())),
    atStake: () => seen(name, async () => atStakeIn(await open())),
  };
}

async function seen<Found>(name: string, find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw new Error(oneLine(`${name} cannot be read: ${because}`, SAID_MAX));
  }
}

async function atStakeIn(tables: Readers): Promise<AtStake> {
  // Who waits for a broker's sign-in holds shares all the same; who was paused is to be left alone.
  const all = (await tables.accounts.all()).filter(({ status }) => status !== "disabled");
  const found = await oneByOne(all.slice(0, LOOKED_AT_MAX), (account) =>
    accountAtStake(tables, account),
  );
  const concerned = found
    .filter(({ isAutomated, positions }) => isAutomated || 0 < positions)
    .sort((one, other) => Number(other.isAutomated) - Number(one.isAutomated));
  const unread = Math.max(0, all.length - LOOKED_AT_MAX);
  return {
    accounts: concerned.slice(0, ACCOUNTS_NAMED_MAX),
    unnamed: Math.max(0, concerned.length - ACCOUNTS_NAMED_MAX) + unread,
  };
}

async function sightingOf(
  tables: Readers,
  living: ReturnType<typeof openLivingWorkers>,
  at: Instant,
): Promise<Sighting> {
  const alive = living(await tables.workers.newest(PINGS_MAX));
  return {
    workerPing: alive[0]?.at ?? "never",
    notReady: [],
    hasPrices: alive.every(
      ({ marketDataActive, realMarket }) => marketDataActive && realMarket?.isActive !== false,
    ),
    disconnected: await disconnectedAutomated(tables, alive),
    stopped: await stoppedAccounts(tables, at),
  };
}

/** The worker does not reach their brokers, or follows them no more because these do not let it in. */
async function disconnectedAutomated(
  tables: Readers,
  alive: readonly WorkerPing[],
): Promise<readonly AccountAtStake[]> {
  const told = new Set(alive.flatMap(({ disconnectedAccounts = [] }) => disconnectedAccounts));
  const followed = await oneByOne([...told].slice(0, LOOKED_AT_MAX), async (id) => {
    const account = await tables.accounts.byId(id);
    const isFollowed = account?.status === "active" && account.removedAt === undefined;
    return isFollowed ? [account] : [];
  });
  const shutOut = (await tables.accounts.atBrokers(LOOKED_AT_MAX)).filter(
    ({ status }) => status === "error" || status === "pending",
  );
  const found = await oneByOne([...followed.flat(), ...shutOut], (account) =>
    accountAtStake(tables, account),
  );
  return found.filter(({ isAutomated }) => isAutomated).slice(0, TOLD_MAX);
}

/** Whoever was paused or removed is to be left alone. */
async function stoppedAccounts(tables: Readers, at: Instant): Promise<readonly StoppedAccount[]> {
  const stopped = (await tables.accounts.atBrokers(LOOKED_AT_MAX)).flatMap((account) => {
    const because = standingReductions(account, at)
      .filter((reason) => STOPS_EXITS.has(reason.because))
      .map(reductionSentenceOf);
    return account.status === "disabled" || because.length === 0 ? [] : [{ account, because }];
  });
  return oneByOne(stopped.slice(0, TOLD_MAX), async ({ account, because }) => ({
    account: await accountAtStake(tables, account),
    because,
  }));
}

/** A visitor's demo is nobody's money: it is told of, and never automated here. */
async function accountAtStake(
  { orders, positions, settings, users }: Readers,
  { id, label, userId }: Account,
): Promise<AccountAtStake> {
  const user = await users.byId(userId);
  if (user?.isDemo) return { id, label, isAutomated: false, positions: 0, positionsOnSale: 0 };
  const [held, open, setting] = await Promise.all([
    positions.of(id),
    orders.open(id),
    settings.of(id),
  ]);
  return {
    id,
    label,
    isAutomated: setting?.automationEnabled ?? false,
    positions: held.length,
    positionsOnSale: held.filter((position) => isOnSale(position, open)).length,
  };
}

/** The broker has taken orders that sell all of it. */
function isOnSale({ quantity, ticker }: StoredPosition, open: readonly Order[]): boolean {
  const selling = open
    .filter((order) => order.ticker === ticker && order.side === "sell" && isTaken(order))
    .reduce((sum, order) => sum + openQuantity(order), 0);
  return quantity <= selling;
}

const isTaken = ({ status }: Order): boolean =>
  status === "working" || status === "partially-filled";

/** One after the other: a watch is no load. */
async function oneByOne<Each, Found>(
  list: readonly Each[],
  find: (each: Each) => Promise<Found>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const each of list) found.push(await find(each));
  return found;
}
