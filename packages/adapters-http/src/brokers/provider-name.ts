import type { Account } from "@sevenfold/application/ports/storage";

const NAMES: Readonly<Record<Account["provider"], string>> = {
  alpaca: "Alpaca",
  etrade: "E*TRADE",
};

/** The provider as it writes itself. */
export const providerName = (provider: Account["provider"]): string => NAMES[provider];
