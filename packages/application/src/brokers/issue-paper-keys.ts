import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Ports } from "../ports.ts";
import type { UnknownProvider } from "./examine-broker.ts";

/** What every paper account starts with. */
const PAPER_CASH = money(100_000 * UNITS_PER_DOLLAR);

export interface PaperKeys {
  readonly apiKey: string;
  readonly secretKey: string;
}

/** Without a provider they are for the first venue whose protocol the built-in exchange speaks. */
export type IssuePaperKeys = (
  provider: string | undefined,
) => Promise<Result<PaperKeys, UnknownProvider>>;

/**
 * Opens a new paper account on the built-in exchange and hands out its keys in a provider's protocol,
 * this once: where requests are signed no secret travels, and another one signs.
 */
export const issuePaperKeys =
  ({
    brokers,
    clock,
    paperVenue,
  }: Pick<Ports, "brokers" | "clock" | "paperVenue">): IssuePaperKeys =>
  async (provider) => {
    const { venues } = brokers;
    const spoken =
      provider === undefined ? venues.all.find(({ builtIn }) => builtIn) : venues.of(provider);
    if (spoken?.builtIn === undefined) return refused({ kind: "unknown-provider" });
    const opening = { cash: PAPER_CASH, openedAt: clock.now(), history: [] };
    const { keyId, secretKey, signingSecret } = await paperVenue.openAccount(opening);
    const isSigned = spoken.builtIn === "signing-secret";
    return ok({ apiKey: keyId, secretKey: isSigned ? signingSecret : secretKey });
  };
