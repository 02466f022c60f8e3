import { dayNumberFrom, isTradingDayText } from "@sevenfold/domain/calendar-date";
import type { Instant, TradingDay } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import { instantAt } from "@sevenfold/domain/new-york-time";

import { instantFrom, moneyFrom } from "./alpaca-mapping.ts";
import type { ActivityWire, ClockWire, SessionWire } from "./alpaca-wire.ts";

/** What the venue's clock shows, and whether its regular session is open. */
export interface VenueClock {
  readonly at: Instant;
  readonly isOpen: boolean;
}

export function clockFromWire(wire: ClockWire): VenueClock | undefined {
  const at = instantFrom(wire.timestamp);
  return at === undefined ? undefined : { at, isOpen: wire.is_open };
}

/** A regular session as the venue keeps it. */
export interface VenueDay {
  readonly day: TradingDay;
  readonly opens: Instant;
  readonly closes: Instant;
}

export function sessionFromWire(wire: SessionWire): VenueDay | undefined {
  if (!isTradingDayText(wire.date)) return undefined;
  const at = (clock: string): Instant | undefined => {
    const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? [];
    return hour === undefined
      ? undefined
      : instantAt(
          dayNumberFrom(wire.date as TradingDay),
          (Number(hour) * 60 + Number(minute)) * 60_000,
        );
  };
  const [opens, closes] = [at(wire.open), at(wire.close)];
  if (opens === undefined || closes === undefined || closes <= opens) return undefined;
  return { day: wire.date, opens, closes };
}

/** Cash or shares that moved without a trade. */
export interface VenueActivity {
  readonly kind: string;
  readonly day: TradingDay;
  /** Absent where none is told. */
  readonly amount?: Money;
  readonly symbol?: string;
}

export function activityFromWire(wire: ActivityWire): VenueActivity | undefined {
  if (!isTradingDayText(wire.date)) return undefined;
  const amount = wire.net_amount == null ? undefined : moneyFrom(wire.net_amount);
  return {
    kind: wire.activity_type,
    day: wire.date,
    ...(amount === undefined ? {} : { amount }),
    ...(wire.symbol == null ? {} : { symbol: wire.symbol }),
  };
}
