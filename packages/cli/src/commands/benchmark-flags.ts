import { InvalidArgumentError, Option } from "commander";
import type { NamedMarket } from "../metrics/read-market.ts";

/** What a result is set against. */
export interface BenchmarkFlags {
  /** A file, or a symbol of the bars. */
  readonly benchmark?: string;
  /** Of a year; a fraction. */
  readonly riskFree: number;
}

export const benchmarkFlags = (): readonly Option[] => [
  new Option(
    "--benchmark <file|symbol>",
    "what the result is set against: a file of bars or of date and close, or a symbol of the bars",
  ).default(undefined, "holding the same symbols"),
  riskFreeFlag(),
];

/** What of it a result hangs on; nothing where neither was asked for. */
export const hashedOf = (
  { riskFree }: BenchmarkFlags,
  { kind, name, files }: NamedMarket,
): object => ({
  ...(kind !== "hold" && { benchmark: [name, ...files.map(({ sha256 }) => sha256)] }),
  ...(riskFree !== 0 && { riskFree }),
});

export const riskFreeFlag = (): Option =>
  new Option("--risk-free <rate>", "risk-free rate of a year, such as 0.02")
    .argParser(yearlyRate)
    .default(0);

function yearlyRate(text: string): number {
  const value = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() === "" || !(-0.5 < value && value < 1))
    throw new InvalidArgumentError(
      "It is a rate of a year, such as 0.02 or 2%; a bare 2 would be 200%.",
    );
  return value;
}
