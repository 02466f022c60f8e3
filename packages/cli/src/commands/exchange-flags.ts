import { type Instant, instant } from "@sevenfold/domain/market";
import { type Command, InvalidArgumentError, Option } from "commander";
import { isZone } from "../bars/zone-offset.ts";
import { choice } from "./choice-flag.ts";

/** What the command line says about the exchange, each value checked by itself. */
export interface ExchangeFlags {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly volatility: number;
  readonly hours: "always" | "nyse";
  readonly speed: number;
  readonly from?: Instant;
  readonly bars?: readonly string[];
  readonly symbols: readonly string[];
  readonly tz: string;
  readonly faults?: string;
  readonly control?: true;
  readonly journal?: string;
  readonly requestsPerMinute: number;
}

/** The flags of `sevenfold exchange`. docs/exchange.md */
export function addExchangeFlags(command: Command): Command {
  const flags = [
    flag("--port <port>", "where it listens; 0 takes a free one")
      .argParser(whole({ min: 0, max: 65_535 }))
      .default(4_100),
    flag("--host <address>", "which of this machine's addresses").default("127.0.0.1"),
    flag("--seed <n>", "which market: equal seeds give equal prices for ever")
      .argParser(whole({ min: 0, max: 2 ** 32 - 1 }))
      .default(2447),
    flag("--volatility <factor>", "multiplies each stock's own").argParser(factor).default(2),
    choice("--hours <rule>", "always open, or New York's hours", ["always", "nyse"]).default(
      "always",
    ),
    flag("--speed <n>", "seconds that pass in one")
      .argParser(whole({ min: 1, max: 10_000 }))
      .default(1),
    flag("--from <time>", "when its clock begins, such as 2026-03-02T14:30:00Z").argParser(time),
    flag("--bars <path...>", "recorded bars as the market; the clock begins with the first"),
    flag("--symbols <list>", "names for the files of bars, in order")
      .argParser((text: string) => text.split(",").map((word) => word.trim()))
      .default([], "as the files say"),
    flag("--tz <zone>", "zone of times without an offset")
      .argParser(zoneName)
      .default("America/New_York"),
    flag("--faults <file>", "a script of faults, halts, splits and dividends"),
    flag("--control", "let faults be changed while it runs, from this machine"),
    flag("--journal <file>", "keep accounts and orders in this file"),
    flag("--requests-per-minute <n>", "what an account may ask")
      .argParser(whole({ min: 1, max: 100_000_000 }))
      .default(200),
  ];
  for (const each of flags) command.addOption(each);
  return command;
}

const flag = (flags: string, description: string): Option => new Option(flags, description);

const whole =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (text: string): number => {
    const count = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (!(min <= count && count <= max))
      throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`);
    return count;
  };

function factor(text: string): number {
  const value = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(0 < value && value <= 10)) throw new InvalidArgumentError("It is above 0, at most 10.");
  return value;
}

function time(text: string): Instant {
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/i.test(text);
  const at = hasZone ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError("It is a time with its zone, such as 2026-03-02T14:30:00Z.");
  return instant(at);
}

function zoneName(text: string): string {
  if (!isZone(text)) throw new InvalidArgumentError("It is an IANA name, such as Europe/Berlin.");
  return text;
}
