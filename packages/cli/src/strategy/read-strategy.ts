import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Strategy } from "@sevenfold/application/research/own-strategy/strategy-interface";
import { readFailureOf } from "../bars/file-bytes.ts";
import { inputFailure, usageFailure } from "../failure.ts";
import { wrongNameOf } from "./parameter-names.ts";
import { STRATEGY_FILES, type StrategyCode, strategyCodeOf } from "./strategy-code.ts";
import { evaluateStrategy } from "./strategy-realm.ts";

const BYTES_MAX = 1_000_000;

export interface StrategyFile {
  readonly code: StrategyCode;
  readonly bytes: Uint8Array;
  /** Of the file, in hex. */
  readonly sha256: string;
}

/** Reads a strategy's file, and runs nothing of it. Throws a `Failure` that says what is wrong with it. */
export async function readStrategyFile(path: string): Promise<StrategyFile> {
  if (!STRATEGY_FILES.test(path))
    throw usageFailure(`--strategy ${path}: a strategy is a .ts, .mts, .js or .mjs file`);
  const bytes = await bytesOf(path);
  const code = await strategyCodeOf(path, bytes.toString("utf8"));
  return { code, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** A strategy's file, and what it exports. Throws a `Failure` that says what is wrong with it. */
export async function readStrategy(
  path: string,
  limitMs: number,
): Promise<StrategyFile & { readonly strategy: Strategy }> {
  const file = await readStrategyFile(path);
  return { ...file, strategy: openStrategy(file.code, limitMs) };
}

/** A strategy that has seen nothing yet. Throws a `Failure` where it is none. */
export function openStrategy(code: StrategyCode, limitMs: number): Strategy {
  const strategy = evaluateStrategy(code, limitMs);
  checkStrategy(code.path, strategy);
  return strategy;
}

/** What a strategy says of itself before it is begun. */
export const saidBy = ({
  parameters = {},
  shorts = false,
  fractional = false,
  forEvents,
}: Strategy) => ({
  parameters,
  canBeShort: shorts,
  isFractional: fractional,
  hearsEvents: forEvents !== undefined,
});

/** Why the worker trades no such strategy, in a sentence; nothing where it does. */
export function unfitForLive({ shorts, fractional }: Strategy): string | undefined {
  if (shorts === true)
    return "it says shorts: true, and the worker sells nothing short: an account here owes no shares. Research commands trade it";
  if (fractional === true)
    return "it says fractional: true, and the worker trades whole shares. Research commands trade it; without that line they, and the worker, round down";
  return undefined;
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (BYTES_MAX < size) throw inputFailure(`${path}: it is larger than a megabyte`);
    return await readFile(path);
  } catch (error) {
    throw readFailureOf(error, path);
  }
}

const WORDS: readonly string[] = [
  "forEachSymbol",
  "forAllSymbols",
  "forEvents",
  "parameters",
  "shorts",
  "fractional",
] satisfies readonly (keyof Strategy)[];

function checkStrategy(path: string, strategy: unknown): asserts strategy is Strategy {
  const refuse = (what: string): never => {
    throw inputFailure(`${path}: ${what}`);
  };
  if (typeof strategy !== "object" || strategy === null) return refuse("strategy is no object");
  const {
    forEachSymbol,
    forAllSymbols,
    forEvents,
    shorts = false,
    fractional = false,
    parameters = {},
    stranger,
  } = strategy as Record<string, unknown>;
  // One that is mistaken, such as short for shorts, would be passed over without a word.
  if (stranger !== undefined)
    refuse(`a strategy says nothing by ${stranger}: its words are ${WORDS.join(", ")}`);
  const given = [forEachSymbol, forAllSymbols, forEvents].filter((each) => each !== undefined);
  if (given.length !== 1 || typeof given[0] !== "function")
    refuse("a strategy has one function: forEachSymbol, forAllSymbols or forEvents");
  if (typeof shorts !== "boolean") refuse("shorts is neither true nor false");
  if (typeof fractional !== "boolean") refuse("fractional is neither true nor false");
  if (shorts && fractional)
    refuse("it says shorts: true and fractional: true, and no venue sells parts of a share short");
  if (typeof parameters !== "object" || parameters === null) refuse("parameters is no object");
  const wrongName = wrongNameOf(Object.keys(parameters as object));
  if (wrongName !== undefined) refuse(wrongName);
  for (const [name, parameter] of Object.entries(parameters as object)) {
    const wrong = wrongOf(parameter);
    if (wrong !== undefined) refuse(`the parameter ${name} ${wrong}`);
  }
}

function wrongOf(parameter: unknown): string | undefined {
  if (typeof parameter !== "object" || parameter === null) return "is no object";
  const { default: value, min, max, step } = parameter as Record<string, unknown>;
  if (![value, min, max].every(Number.isFinite)) return "needs default, min and max, all numbers";
  if (step !== undefined && !(Number.isFinite(step) && 0 < (step as number)))
    return "has a step that is no number above 0";
  const [least, most, usual] = [min, max, value] as [number, number, number];
  return least <= usual && usual <= most ? undefined : "has a default outside its bounds";
}
