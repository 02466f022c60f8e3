import type { Clock } from "@sevenfold/application/ports/clock";
import type {
  CorporateAction,
  CorporateActions,
} from "@sevenfold/application/research/backtest/corporate-action";
import { splitRatioOf } from "@sevenfold/application/research/backtest/split-ratio";
import { dayNumberFrom, isTradingDayText } from "@sevenfold/domain/calendar-date";
import { dividendFromWire, inOrder, splitFromWire } from "../action-from-wire.ts";
import { type PriceDoor, unavailable } from "../price-call.ts";
import { readDays, type TiingoSettings, tiingoDoor } from "./tiingo-market-data.ts";
import type { DayWire } from "./tiingo-wire.ts";

/** The splits and dividends beside Tiingo's days, as they were on their day. */
export function tiingoActions(settings: TiingoSettings, clock: Clock): CorporateActions {
  const door = tiingoDoor(settings, clock);
  return {
    name: door.name,
    async since(ticker, start) {
      const days = await readDays(door, ticker, { start, now: clock.now() });
      return inOrder(days.flatMap((day) => actionsOf(door, day)));
    },
  };
}

function actionsOf(door: PriceDoor, { date, divCash, splitFactor }: DayWire) {
  const actions: CorporateAction[] = [];
  const text = date.slice(0, 10);
  if (splitFactor === 1 && !divCash) return actions;
  const readable = <Value>(value: Value | undefined): Value => {
    if (value !== undefined) return value;
    const message = `It tells something of ${text} that cannot be.`;
    throw unavailable(door, { trouble: { reason: "unreadable" }, message });
  };
  const day = readable(isTradingDayText(text) ? dayNumberFrom(text) : undefined);
  if (splitFactor !== 1) {
    // It tells no two numbers: a third is 0.333333.
    const { numerator, denominator } = readable(splitRatioOf(String(splitFactor)));
    actions.push(readable(splitFromWire(day, numerator, denominator)));
  }
  if (divCash) actions.push(readable(dividendFromWire(day, divCash)));
  return actions;
}
