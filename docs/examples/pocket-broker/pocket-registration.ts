import type { BrokerRegistration } from "@sevenfold/adapters-broker/broker-registration";
import { pocketBroker } from "./pocket-broker.ts";

/** Where Pocket answers, unless its operator says that something else stands in for it. */
const POCKET_URL = "https://api.pocket.example";

/** What the product is told of Pocket: all it knows of it, and all it needs. */
export const registration: BrokerRegistration = {
  venue: {
    id: "pocket",
    name: "Pocket",
    badge: "Paper trading",
    says: "The broker of the documents: whole shares, no stops, no real money.",
    isRealMoney: false,
    keys: { apiKey: "Account name", secretKey: "Token" },
    checkKeys: "Check the token: Pocket shows it once.",
    letsIn: "by-keys",
    leadsTo: "paper",
  },
  openers: ({ environment }) => ({
    paper: {
      calls: { perMinute: 300, reserve: 30 },
      open: ({ secretKey }) =>
        pocketBroker({
          url: environment.POCKET_URL ?? POCKET_URL,
          token: secretKey,
          timeoutMs: 10_000,
          pollMs: 2_000,
        }),
    },
  }),
};
