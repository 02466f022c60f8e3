import { type MarketScript, NO_SCRIPT } from "@sevenfold/application/exchange/market-script";
import { type Instant, instant, isTicker, type Ticker } from "@sevenfold/domain/market";
import { bps, money, unitsFromDecimal } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { z } from "zod";

/** What a fault does to a request or to a message of a stream. docs/exchange.md */
export const FAULT_ACTIONS = [
  "delay",
  "drop",
  "duplicate",
  "reorder",
  "malform",
  "status",
  "stall",
  "kill",
] as const;
export type FaultAction = (typeof FAULT_ACTIONS)[number];

/** The streams a fault can be put on. */
export const FAULT_STREAMS = ["trade_updates", "prices"] as const;
export type FaultStream = (typeof FAULT_STREAMS)[number];

const FAULTS_MAX = 1_000;
export const EVENTS_MAX = 10_000;
const COUNT_MAX = 1_000_000_000;
const DELAY_MS_MAX = 600_000;
const REQUEST = /^(GET|POST|PUT|PATCH|DELETE|\*) (\/\S*|\*)$/;

const Count = z.int().min(0).max(COUNT_MAX);

/** One fault: on what, what, and on which of its occurrences. */
export const Fault = z
  .strictObject({
    /** "POST /v2/orders", "* /v2/stocks/*" (a star stands for anything), or a stream's name. */
    on: z.string().max(200),
    does: z.enum(FAULT_ACTIONS),
    /** So many occurrences pass unharmed first. */
    skip: Count.default(0),
    /** And so many are met by the fault; all that follow when absent. */
    times: Count.min(1).optional(),
    /** Of a delay. */
    ms: z.int().min(0).max(DELAY_MS_MAX).optional(),
    /** Of a status: 429 or one from 500 to 599. */
    status: z.int().optional(),
    /** Whether the venue does what was asked before the fault: an order that is there, unanswered. */
    when: z.enum(["before", "after"]).optional(),
  })
  .superRefine((fault, context) => {
    const complaint = complaintAbout(fault);
    if (complaint) context.addIssue(complaint);
  });
export type Fault = z.infer<typeof Fault>;

export const isStreamFault = ({ on }: Pick<Fault, "on">): boolean =>
  FAULT_STREAMS.some((name) => name === on);

function complaintAbout(fault: {
  readonly on: string;
  readonly does: FaultAction;
  readonly ms?: number | undefined;
  readonly status?: number | undefined;
}): string | undefined {
  const { on, does, ms, status } = fault;
  const isStream = isStreamFault(fault);
  if (!isStream && !REQUEST.test(on))
    return `"${on}" is neither a method and a path nor ${FAULT_STREAMS.join(" or ")}`;
  if (isStream && does === "status") return "a stream answers no status";
  if (!isStream && (does === "duplicate" || does === "reorder"))
    return `only messages of a stream can ${does}`;
  if (does === "delay" && ms === undefined) return "a delay needs its ms";
  const isStatus = status === 429 || (status !== undefined && 500 <= status && status <= 599);
  if (does === "status" && !isStatus) return "a status is 429 or 500 to 599";
  return undefined;
}

const When = z.string().max(40);
const StockSymbol = z.string().refine(isTicker, "is no symbol");
const Whole = z.int().min(1).max(1_000);
/** From bid to ask, of the price: as narrow as ever, and such that a bid is left. */
const [PERCENT_MIN, PERCENT_MAX] = [0.04, 100];

const ScriptFile = z.strictObject({
  faults: z.array(Fault).max(FAULTS_MAX).default([]),
  halts: z
    .array(
      z.strictObject({
        symbol: StockSymbol,
        from: When,
        until: When,
        reason: z.string().max(20).default("T1"),
      }),
    )
    .max(EVENTS_MAX)
    .default([]),
  splits: z
    .array(z.strictObject({ symbol: StockSymbol, at: When, from: Whole, to: Whole }))
    .max(EVENTS_MAX)
    .default([]),
  spreads: z
    .array(
      z.strictObject({
        symbol: StockSymbol,
        from: When,
        until: When,
        percent: z.number().min(PERCENT_MIN).max(PERCENT_MAX),
      }),
    )
    .max(EVENTS_MAX)
    .default([]),
  dividends: z
    .array(
      z.strictObject({
        symbol: StockSymbol,
        at: When,
        perShare: z.union([z.string(), z.number()]),
      }),
    )
    .max(EVENTS_MAX)
    .default([]),
});

export interface ExchangeScript {
  readonly faults: readonly Fault[];
  readonly market: MarketScript;
}

export const EMPTY_SCRIPT: ExchangeScript = {
  faults: [],
  market: NO_SCRIPT,
};

/** Reads a script, or says in one line what is wrong and where. Times may count from the start: "+90s". */
export function exchangeScriptFrom(
  json: unknown,
  startsAt: Instant,
): Result<ExchangeScript, string> {
  const read = ScriptFile.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(`${issue?.path.map(String).join(".") || "the script"}: ${issue?.message}`);
  }
  const { faults, halts, splits, dividends, spreads } = read.data;
  try {
    const at = (text: string, where: string) => instantFrom(text, startsAt, where);
    return ok({
      faults,
      market: {
        halts: halts.map(({ symbol, from, until, reason }, index) => ({
          ticker: symbol as Ticker,
          from: at(from, `halts.${index}.from`),
          until: at(until, `halts.${index}.until`),
          reason,
        })),
        splits: splits.map(({ symbol, at: when, from, to }, index) => ({
          ticker: symbol as Ticker,
          at: at(when, `splits.${index}.at`),
          ...{ from, to },
        })),
        spreads: spreads.map(({ symbol, from, until, percent }, index) => ({
          ticker: symbol as Ticker,
          from: at(from, `spreads.${index}.from`),
          until: at(until, `spreads.${index}.until`),
          spreadBps: bps(Math.round(percent * 100)),
        })),
        dividends: dividends.map(({ symbol, at: when, perShare }, index) => ({
          ticker: symbol as Ticker,
          at: at(when, `dividends.${index}.at`),
          perShare: money(amountFrom(String(perShare), `dividends.${index}.perShare`)),
        })),
      },
    });
  } catch (error) {
    if (error instanceof ScriptWrong) return refused(error.message);
    throw error;
  }
}

class ScriptWrong extends Error {
  override readonly name = "ScriptWrong";
}

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function instantFrom(text: string, startsAt: Instant, where: string): Instant {
  const [, count, unit] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined)
    return instant(startsAt + Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]);
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/i.test(text);
  const at = hasZone ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new ScriptWrong(`${where}: "${text}" is neither a time with its zone nor like "+90s"`);
  return instant(at);
}

function amountFrom(text: string, where: string): number {
  const units = unitsFromDecimal(text);
  if (units === undefined || units <= 0) throw new ScriptWrong(`${where}: "${text}" is no amount`);
  return units;
}
