import { instant } from "@sevenfold/domain/market";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { tradedSince } from "./traded-since.ts";

/** What else is on record of a fill's symbol, each the oldest first. */
export interface TradedAround {
  readonly earlier: readonly BookedFill[];
  readonly later: readonly BookedFill[];
}

export const NOTHING_AROUND: TradedAround = { earlier: [], later: [] };

/** What was booked while another fill was missing is looked for so far back. */
const LOOKED_BACK_MS = 7 * 86_400_000;

/**
 * What was traded of a fill's symbol before it and after it. Of one millisecond what is on record was before:
 * brokers list executions in their order, and no finer time is kept. Nothing from before where the symbol's shares
 * were moved otherwise meanwhile, and nothing at all where they were since: those are no trades of the
 * same shares.
 */
export async function tradedAround(
  tables: Pick<Readers, "activities" | "fills">,
  fill: Pick<BookedFill, "accountId" | "at" | "executionId" | "ticker">,
): Promise<TradedAround> {
  const since = await tradedSince(tables, fill);
  if (!since) return NOTHING_AROUND;
  const from = instant(Math.max(0, fill.at - LOOKED_BACK_MS));
  const lately = await tradedSince(tables, { ...fill, at: from });
  return {
    earlier: lately?.filter(({ at }) => at <= fill.at) ?? [],
    later: since.filter(({ at }) => fill.at < at),
  };
}
