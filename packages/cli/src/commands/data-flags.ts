import { InvalidArgumentError, Option } from "commander";
import { spelledAsHere } from "../bars/bar-symbols.ts";
import { isZone } from "../bars/zone-offset.ts";
import { usageFailure } from "../failure.ts";
import { BASES } from "../history/bar-manifest.ts";
import { choice } from "./choice-flag.ts";

/** Where bars are kept unless another folder is named. */
export const DATA_FOLDER = "data/bars";

export const folderFlag = (): Option =>
  new Option("--data <folder>", "where bars are kept").default(DATA_FOLDER);

export const symbolsFlag = (description: string): Option =>
  new Option("--symbols <list>", description)
    .argParser((text: string) =>
      text
        .split(",")
        .map(spelledAsHere)
        .filter((symbol) => symbol !== ""),
    )
    .default([], "all");

export const zoneFlag = (): Option =>
  new Option("--tz <zone>", "zone of times without an offset")
    .argParser((text: string) => {
      if (!isZone(text))
        throw new InvalidArgumentError('It is a zone of the tz database, such as "Europe/Berlin".');
      return text;
    })
    .default("America/New_York");

export const basisFlag = (): Option =>
  choice(
    "--basis <basis>",
    "what the prices are adjusted for: nothing, splits, or dividends too",
    BASES,
  );

export const jsonFlag = (): Option =>
  new Option("--json", "print one JSON document").default(false, "a table");

export const intervalFlag = (description: string): Option =>
  new Option("--interval <length>", description).argParser((text: string) => {
    if (!/^[1-9]\d{0,3}[smhd]$/.test(text))
      throw new InvalidArgumentError("It is 1m, 5m, 1h or 1d, for instance.");
    return text;
  });

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A date as days since 1970-01-01. */
export function dayFlag(text: string): number {
  const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError("It is a date such as 2024-01-31.");
  return ms / 86_400_000;
}

/** Refuses a period that ends before it begins. */
export function checkPeriod(from: number, to: number): void {
  if (to < from) throw usageFailure("--end lies before --start");
}
