import type { BrokerOpener } from "@sevenfold/adapters-broker/broker-registration";
import { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import type { Announcer } from "@sevenfold/application/ports/announcer";
import {
  type Broker,
  type BrokerConnections,
  BrokerUnavailable,
  type OpenKeys,
} from "@sevenfold/application/ports/broker";
import type { CallCount } from "@sevenfold/application/ports/call-count";
import type { SecretVault } from "@sevenfold/application/ports/secret-vault";
import type { Account, Credentials } from "@sevenfold/application/ports/stores/account";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type { VenueDirectory } from "@sevenfold/application/ports/venue-registration";
import { openedKeys } from "@sevenfold/application/trading/account/account-keys";
import {
  type LivePolicy,
  liveSentenceOf,
  readLiveObstacle,
} from "@sevenfold/application/trading/safeguards/live-trading";
import { type BrokerOpeners, openerOf } from "./broker-registrations.ts";

interface Needs {
  readonly announcer: Pick<Announcer, "listen">;
  readonly storage: Storage;
  readonly vault: SecretVault;
  readonly openers: BrokerOpeners;
  readonly venues: VenueDirectory;
  readonly live: LivePolicy;
  /** What other processes call for the same accounts; absent where nobody tells. */
  readonly calls?: CallCount | undefined;
}

/** Call budgets are kept for this many accounts: a connection opened anew goes on with its budget. */
const BUDGETS_MAX = 10_000;

/** Connections made from the stored, sealed credentials: one per account, opened when first needed. */
export function storedBrokerConnections(needs: Needs): BrokerConnections {
  const connections = new Map<string, Promise<Broker>>();
  const budgets = new Map<string, CallBudget>();

  // Another process may have changed the keys, or let the account's user in anew.
  needs.announcer.listen(
    ({ accountId, topic }) => {
      if (topic === "accounts-changed") connections.delete(accountId);
    },
    () => connections.clear(),
  );

  needs.calls?.listen((accountId, count) => budgets.get(accountId)?.noteOthers(count));

  const budgetOf = (accountId: string, { calls }: BrokerOpener): CallBudget => {
    const known = budgets.get(accountId);
    if (known) return known;
    const [oldest] = budgets.keys();
    if (BUDGETS_MAX <= budgets.size && oldest !== undefined) budgets.delete(oldest);
    const budget = new CallBudget(calls, undefined, (count) => needs.calls?.made(accountId, count));
    budgets.set(accountId, budget);
    return budget;
  };

  const open = async (accountId: string): Promise<Broker> => {
    const keys = await storedKeys(needs, accountId);
    const opener = required(needs, keys);
    return opener.open(keys, budgetOf(accountId, opener));
  };

  return {
    venues: needs.venues,
    connect(accountId) {
      const known = connections.get(accountId);
      if (known) return known;
      const opening = open(accountId);
      connections.set(accountId, opening);
      // What failed once may work the next time: only what opened is kept.
      opening.catch(() => {
        if (connections.get(accountId) === opening) connections.delete(accountId);
      });
      return opening;
    },
    release(accountId) {
      connections.delete(accountId);
    },
    async tryKeys(keys) {
      // Keys are tried at venues without real money only: those that trade it are never guessed.
      if (keys.venue === "live") throw notAllowed("Live accounts are not connected by keys alone.");
      const opener = required(needs, keys);
      return opener.open(keys, new CallBudget(opener.calls));
    },
  };
}

async function storedKeys({ live, storage, vault }: Needs, accountId: string): Promise<OpenKeys> {
  const account = await storage.read.accounts.byId(accountId);
  const sealed = await storage.read.accounts.credentialsOf(accountId);
  if (!account || !sealed)
    throw new BrokerUnavailable("keys-unreadable", "The broker account has no stored keys.");
  const obstacle = await readLiveObstacle({ live, storage }, account);
  if (obstacle) throw notAllowed(liveSentenceOf(obstacle));
  const { provider, venue, venueAccountNumber } = account;
  return {
    provider,
    venue,
    ...(venueAccountNumber === undefined ? {} : { accountNumber: venueAccountNumber }),
    ...(await opened(vault, account, sealed)),
  };
}

/** Never anything but what the seal holds: keys that do not open are no keys. */
async function opened(
  vault: SecretVault,
  account: Account,
  sealed: Credentials,
): ReturnType<typeof openedKeys> {
  try {
    return await openedKeys(vault, account, sealed);
  } catch {
    throw new BrokerUnavailable("keys-unreadable", "The stored keys cannot be opened.");
  }
}

function required({ openers }: Needs, keys: Pick<OpenKeys, "provider" | "venue">): BrokerOpener {
  const opener = openerOf(openers, keys);
  if (opener) return opener;
  throw notAllowed(`This release does not trade at ${keys.provider} (${keys.venue}).`);
}

const notAllowed = (message: string) => new BrokerUnavailable("not-allowed", message);
