import { alpacaBroker } from "@sevenfold/adapters-broker/alpaca/alpaca-broker";
import type { AlpacaConnection } from "@sevenfold/adapters-broker/alpaca/alpaca-http";
import type { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import { type EtradeVenue, etradeBroker } from "@sevenfold/adapters-broker/etrade/etrade-broker";
import type { Broker, OpenKeys } from "@sevenfold/application/ports/broker";
import type { Account } from "@sevenfold/application/ports/storage";
import type { Instant } from "@sevenfold/domain/market";
import { ALPACA_LIVE, ALPACA_PAPER, builtInHosts } from "./alpaca-hosts.ts";
import { builtInEtrade, ETRADE_LIVE, ETRADE_SANDBOX } from "./etrade-venues.ts";

type Venue = `${Account["provider"]} ${Account["venue"]}`;

/** How one venue is spoken to. Its hosts are constants: no address ever comes from a user. */
export interface BrokerOpener {
  /** Calls an account may make in a minute, the last of them kept for what lowers risk. */
  readonly calls: { readonly perMinute: number; readonly reserve: number };
  readonly open: (keys: OpenKeys, budget: CallBudget) => Broker;
}

export type BrokerOpeners = Readonly<Partial<Record<Venue, BrokerOpener>>>;

/** The built-in exchange sets no tight limit; the budget only keeps a runaway loop in bounds. */
const BUILT_IN_CALLS = { perMinute: 5_000, reserve: 500 };
const ALPACA_CALLS = { perMinute: 180, reserve: 30 };
/** Of orders and of the account together, two a second of each. */
const ETRADE_CALLS = { perMinute: 220, reserve: 30 };

/** Where venues are reached that are not at addresses of their own, and by which clock calls are signed. */
export interface VenueAddresses {
  readonly exchangeUrl: string;
  readonly alpacaPaperUrl?: string | undefined;
  /** E*TRADE's sandbox in place of E*TRADE. */
  readonly isEtradeSandbox?: boolean;
  readonly now: () => Instant;
}

/**
 * Every venue this release trades at: an adapter is a line. What stands in for Alpaca's paper venue
 * in tests answers everything at one address, as the built-in exchange does.
 */
export const brokerOpeners = ({
  exchangeUrl,
  alpacaPaperUrl,
  isEtradeSandbox = false,
  now,
}: VenueAddresses): BrokerOpeners => ({
  "alpaca built-in": { calls: BUILT_IN_CALLS, open: alpaca(builtInHosts(exchangeUrl)) },
  "alpaca paper": {
    calls: ALPACA_CALLS,
    open: alpaca(alpacaPaperUrl === undefined ? ALPACA_PAPER : builtInHosts(alpacaPaperUrl)),
  },
  "alpaca live": { calls: ALPACA_CALLS, open: alpaca(ALPACA_LIVE) },
  "etrade built-in": { calls: BUILT_IN_CALLS, open: etrade(builtInEtrade(exchangeUrl), now) },
  "etrade live": {
    calls: ETRADE_CALLS,
    open: etrade(isEtradeSandbox ? ETRADE_SANDBOX : ETRADE_LIVE, now),
  },
});

export const openerOf = (
  openers: BrokerOpeners,
  { provider, venue }: Pick<OpenKeys, "provider" | "venue">,
): BrokerOpener | undefined => openers[`${provider} ${venue}`];

const alpaca =
  (hosts: Omit<AlpacaConnection, "keyId" | "secretKey">): BrokerOpener["open"] =>
  ({ apiKey, secretKey }, budget) =>
    alpacaBroker({ ...hosts, keyId: apiKey, secretKey }, budget);

const etrade =
  (venue: EtradeVenue, now: () => Instant): BrokerOpener["open"] =>
  ({ access, accountNumber, apiKey, secretKey }, budget) =>
    etradeBroker(
      {
        ...venue,
        now,
        consumer: { key: apiKey, secret: secretKey },
        accountNumber,
        access: access && {
          token: { key: access.token, secret: access.secret },
          expiresAt: access.expiresAt,
        },
      },
      budget,
    );
