import { MINUTE_MS } from "@sevenfold/domain/market";
import type { ToldHours } from "../../ports/stores/venue-hours-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

type Needs = Pick<TradingNeeds, "clock" | "log" | "storage" | "venueCalendar">;

/**
 * Keeps the calendar of this process as whoever asked a broker last was told: at the start, before
 * anything is decided or shown, and every minute until it is aborted, for the process that asks may be
 * another. Resolves with the rounds once the first is done. Never rejects.
 */
export async function shareVenueHours(
  needs: Needs,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  const { clock } = needs;
  const recall = recaller(needs);
  await recall();
  const rounds = async () => {
    while (!signal.aborted) {
      await clock.sleep(MINUTE_MS, signal);
      if (!signal.aborted) await recall();
    }
  };
  return { ended: rounds() };
}

/** Learns what is new since it looked before. */
function recaller({ log, storage, venueCalendar }: Needs): () => Promise<void> {
  let before: string | undefined;
  return async () => {
    let told: ToldHours | undefined;
    try {
      told = await storage.read.venueHours.told();
    } catch (error) {
      // Ours stands, as for a market that never said anything.
      log.warn("venue-hours-unread", { error: String(error) });
      return;
    }
    const text = told && JSON.stringify(told);
    if (told === undefined || text === before) return;
    before = text;
    venueCalendar?.learn(told);
  };
}
