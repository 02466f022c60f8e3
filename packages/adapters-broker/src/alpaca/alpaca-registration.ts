import {
  type BrokerOpener,
  type BrokerRegistration,
  BUILT_IN_CALLS,
} from "../broker-registration.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import { ALPACA_LIVE, ALPACA_PAPER, type AlpacaHosts, builtInHosts } from "./alpaca-hosts.ts";

const CALLS = { perMinute: 180, reserve: 30 };

/** What stands in for the paper venue in tests answers everything at one address, as the exchange does. */
export const alpacaRegistration: BrokerRegistration = {
  venue: {
    id: "alpaca",
    name: "Alpaca",
    badge: "Paper trading",
    says: "7-day free trial, no real money, $100,000 of demo funds.",
    isRealMoney: false,
    keys: { apiKey: "API Key", secretKey: "Secret Key" },
    checkKeys: "Check both of them, and that they are keys of a paper account.",
    letsIn: "by-keys",
    leadsTo: "paper",
    builtIn: "secret-key",
  },
  openers: ({ environment, exchangeUrl }) => ({
    "built-in": { calls: BUILT_IN_CALLS, open: opening(builtInHosts(exchangeUrl)) },
    paper: { calls: CALLS, open: opening(paperHosts(environment.ALPACA_PAPER_URL)) },
    live: { calls: CALLS, open: opening(ALPACA_LIVE) },
  }),
};

const paperHosts = (standIn: string | undefined): AlpacaHosts =>
  standIn ? builtInHosts(standIn) : ALPACA_PAPER;

const opening =
  (hosts: AlpacaHosts): BrokerOpener["open"] =>
  ({ apiKey, secretKey }, budget) =>
    alpacaBroker({ ...hosts, keyId: apiKey, secretKey }, budget);
