import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import type { Ports } from "../ports.ts";

/** What every paper account starts with. */
const PAPER_CASH = money(100_000 * UNITS_PER_DOLLAR);

export type IssuePaperKeys = () => Promise<{
  readonly apiKey: string;
  readonly secretKey: string;
}>;

/** Opens a new paper account on the built-in exchange and hands its keys out, this once. */
export const issuePaperKeys =
  ({ clock, paperVenue }: Pick<Ports, "clock" | "paperVenue">): IssuePaperKeys =>
  async () => {
    const opening = { cash: PAPER_CASH, openedAt: clock.now(), history: [] };
    const { keyId, secretKey } = await paperVenue.openAccount(opening);
    return { apiKey: keyId, secretKey };
  };
