import { isTradingDayText } from "@sevenfold/domain/calendar-date";
import type { TradingDay } from "@sevenfold/domain/market";
import { InvalidArgumentError, Option } from "commander";
import { usageFailure } from "../failure.ts";

/** The days to trade, both included; an end that is left open has no bound. */
export interface DayWindow {
  readonly start?: TradingDay;
  readonly end?: TradingDay;
}

export interface WindowFlags extends DayWindow {
  readonly timerange?: DayWindow;
}

export const windowFlags = (): readonly Option[] => [
  new Option("--start <day>", "first trading day, such as 2024-01-02").argParser(day),
  new Option("--end <day>", "last trading day").argParser(day),
  new Option("--timerange <range>", "both at once: 20240102-20240628, open ends allowed").argParser(
    range,
  ),
];

/** Throws a usage `Failure` when the days contradict each other. */
export function windowOf({ start, end, timerange }: WindowFlags): DayWindow {
  if (timerange !== undefined && (start !== undefined || end !== undefined))
    throw usageFailure("--timerange says both ends; leave --start and --end away");
  const window = timerange ?? { ...(start && { start }), ...(end && { end }) };
  if (window.start !== undefined && window.end !== undefined && window.end < window.start)
    throw usageFailure(`the first day ${window.start} is after the last one, ${window.end}`);
  return window;
}

function day(text: string): TradingDay {
  const dashed = /^\d{8}$/.test(text)
    ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
    : text;
  if (!isTradingDayText(dashed))
    throw new InvalidArgumentError("It is a day such as 2024-01-02 or 20240102.");
  return dashed;
}

function range(text: string): DayWindow {
  const [, start, end] = /^(\d{8})?-(\d{8})?$/.exec(text) ?? [];
  if (start === undefined && end === undefined)
    throw new InvalidArgumentError(
      "It is a range such as 20240102-20240628, 20240102- or -20240628.",
    );
  return { ...(start && { start: day(start) }), ...(end && { end: day(end) }) };
}
