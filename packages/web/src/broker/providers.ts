import type { BrokerView } from "@sevenfold/contract/brokers";
import type { Tone } from "../ui/badge.tsx";

export type Provider = BrokerView["provider"];

interface ProviderWords {
  readonly name: string;
  readonly badge: string;
  readonly tone: Tone;
  readonly words: string;
  /** What the provider itself calls the two halves of its keys. */
  readonly apiKey: string;
  readonly secretKey: string;
}

export const PROVIDERS: Readonly<Record<Provider, ProviderWords>> = {
  alpaca: {
    name: "Alpaca",
    badge: "Paper trading",
    tone: "accent",
    words: "7-day free trial, no real money, $100,000 of demo funds.",
    apiKey: "API Key",
    secretKey: "Secret Key",
  },
  etrade: {
    name: "E*TRADE",
    badge: "Live trading",
    tone: "amber",
    words: "Real money. OAuth 1.0a: tokens are renewed through the day and end at midnight ET.",
    apiKey: "Consumer Key",
    secretKey: "Consumer Secret",
  },
};

export const isProvider = (text: string | undefined): text is Provider =>
  text !== undefined && Object.hasOwn(PROVIDERS, text);
