import type { Account } from "@sevenfold/application/ports/storage";

const NAMES: Readonly<Record<Account["provider"], string>> = {
  alpaca: "Alpaca",
  etrade: "E*TRADE",
};

/** Whoever is behind the keys, as it is called. */
export const brokerName = ({ provider, venue }: Pick<Account, "provider" | "venue">): string =>
  venue === "built-in" ? "The built-in exchange" : NAMES[provider];
