import type { DayHours } from "@sevenfold/domain/calendar";
import type { TradingDay } from "@sevenfold/domain/market";

/** What a venue said of its days from one to another, both included: those without hours are closed. */
export interface ToldHours {
  readonly from: TradingDay;
  readonly to: TradingDay;
  readonly days: readonly DayHours[];
}

export interface VenueHoursReader {
  /** What the brokers' market said last of its hours, to whichever process. */
  told(): Promise<ToldHours | undefined>;
}

export interface VenueHoursStore extends VenueHoursReader {
  /** In the place of what was kept. */
  keep(told: ToldHours): Promise<void>;
}
