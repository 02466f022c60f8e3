import { alpacaBroker } from "@sevenfold/adapters-broker/alpaca/alpaca-broker";
import type { AlpacaConnection } from "@sevenfold/adapters-broker/alpaca/alpaca-http";
import { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import {
  type Broker,
  type BrokerConnections,
  BrokerUnavailable,
} from "@sevenfold/application/ports/broker";
import type { SecretVault } from "@sevenfold/application/ports/secret-vault";
import type { Account, Storage } from "@sevenfold/application/ports/storage";
import { ALPACA_PAPER, builtInHosts } from "./alpaca-hosts.ts";

/** The built-in exchange sets no tight limit; the budget only keeps a runaway loop in bounds. */
const BUILT_IN_BUDGET = { perMinute: 5_000, reserve: 500 };
const ALPACA_BUDGET = { perMinute: 180, reserve: 30 };

/** Connections made from the stored, sealed credentials: one per account, opened when first needed. */
export function storedBrokerConnections(needs: {
  readonly storage: Storage;
  readonly vault: SecretVault;
  readonly exchangeUrl: string;
}): BrokerConnections {
  const connections = new Map<string, Promise<Broker>>();
  return {
    connect(accountId) {
      const known = connections.get(accountId);
      if (known) return known;
      const opening = openConnection(needs, accountId);
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
  };
}

async function openConnection(
  { storage, vault, exchangeUrl }: Parameters<typeof storedBrokerConnections>[0],
  accountId: string,
): Promise<Broker> {
  const account = await storage.read.accounts.byId(accountId);
  const sealed = await storage.read.accounts.credentialsOf(accountId);
  if (!account || !sealed)
    throw new BrokerUnavailable("credentials", "The broker account has no stored keys.");
  const hosts = hostsOf(account, exchangeUrl);
  const connection: AlpacaConnection = {
    ...hosts,
    keyId: await vault.open(sealed.sealedApiKey, `${accountId}|apiKey`),
    secretKey: await vault.open(sealed.sealedSecretKey, `${accountId}|secretKey`),
  };
  const limits = account.venue === "built-in" ? BUILT_IN_BUDGET : ALPACA_BUDGET;
  return alpacaBroker(connection, new CallBudget(limits));
}

function hostsOf({ provider, venue }: Account, exchangeUrl: string) {
  if (provider === "alpaca" && venue === "built-in") return builtInHosts(exchangeUrl);
  if (provider === "alpaca" && venue === "paper") return ALPACA_PAPER;
  throw new BrokerUnavailable(
    "credentials",
    `This release does not trade at ${provider} (${venue}).`,
  );
}
