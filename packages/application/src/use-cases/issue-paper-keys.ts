import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import type { Account } from "../ports/storage.ts";
import type { Ports } from "../ports.ts";

/** What every paper account starts with. */
const PAPER_CASH = money(100_000 * UNITS_PER_DOLLAR);

export type IssuePaperKeys = (provider: Account["provider"]) => Promise<{
  readonly apiKey: string;
  readonly secretKey: string;
}>;

/**
 * Opens a new paper account on the built-in exchange and hands out its keys in a provider's protocol,
 * this once: E*TRADE's signs with a secret, Alpaca's sends one.
 */
export const issuePaperKeys =
  ({ clock, paperVenue }: Pick<Ports, "clock" | "paperVenue">): IssuePaperKeys =>
  async (provider) => {
    const opening = { cash: PAPER_CASH, openedAt: clock.now(), history: [] };
    const { keyId, secretKey, signingSecret } = await paperVenue.openAccount(opening);
    return { apiKey: keyId, secretKey: provider === "etrade" ? signingSecret : secretKey };
  };
