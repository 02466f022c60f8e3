import { constants, createContext, Script } from "node:vm";
import { readingOf } from "@sevenfold/application/research/own-strategy/bar-view";
import { inputFailure } from "../failure.ts";
import { ENCLOSURE, listOf } from "./strategy-enclosure.ts";

/** What a strategy's file is read by; other endings say nothing about the language. */
export const STRATEGY_FILES = /\.(ts|mts|js|mjs)$/;
const TYPESCRIPT = /\.m?ts$/;
const EXPORTED = "export const strategy";
/** Begins a line; what stands deeper is none of the module's own. */
const MODULE_WORDS = /^(?:import\b(?!\()|export\b(?! const strategy\b))/m;
/** Loads a module while it runs, wherever it stands: `import("fs")`, with a comment between or none. */
const LOADING_WORD = /\bimport\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/.*\n\s*)*[(.]/;

/**
 * What a strategy must not have: a clock and chance, with which no run is the same twice. `Date`
 * still turns a bar's time into a date.
 */
const PRELUDE = `"use strict";
Math.random = () => { throw new Error("a strategy draws no chance: a run would not be the same twice"); };
Date = new Proxy(Date, {
  construct(date, values, target) {
    if (values.length === 0) throw new Error("a strategy knows no clock but its bars");
    return Reflect.construct(date, values, target);
  },
  apply() { throw new Error("a strategy knows no clock but its bars"); },
  get(date, name) {
    if (name === "now") return () => { throw new Error("a strategy knows no clock but its bars"); };
    return Reflect.get(date, name);
  },
});
Date.prototype.constructor = Date;`;

/** A strategy's file without its types, ready to be evaluated anywhere. Plain: threads may share it. */
export interface StrategyCode {
  /** What its faults are told with. */
  readonly path: string;
  readonly script: string;
  /** Where its memory has a limit, it has no buffers: these lie outside of what is limited. */
  readonly memory?: "limited";
}

/** Evaluated where memory has a limit. */
const WITHOUT_BUFFERS = `for (const name of Object.getOwnPropertyNames(globalThis))
  if (/Array$|^(?:ArrayBuffer|SharedArrayBuffer|DataView|Atomics|WebAssembly)$/.test(name) && name !== "Array")
    delete globalThis[name];`;

/** Reads a strategy's text. Throws a `Failure` where it is more than one file may be. */
export async function strategyCodeOf(path: string, text: string): Promise<StrategyCode> {
  const code = TYPESCRIPT.test(path) ? await withoutTypes(path, text) : text;
  const found = MODULE_WORDS.exec(code) ?? LOADING_WORD.exec(code);
  if (found !== null)
    throw inputFailure(
      `${path}:${lineOf(code, found.index)}: a strategy is one file: it imports types only, and exports "strategy" only`,
    );
  const place = new RegExp(`^${EXPORTED}\\b`, "m").exec(code)?.index;
  if (place === undefined)
    throw inputFailure(`${path}: it exports no strategy; write export const strategy = { … }`);
  // As long as before, so that a fault's line and column are the file's.
  const script = `${code.slice(0, place)}const strategy        ${code.slice(place + EXPORTED.length)}\n;strategy;`;
  return { path, script: `"use strict";${script}` };
}

/**
 * Evaluates a strategy's file by itself: it sees the language and nothing of the machine, no file and
 * no network. That keeps a run repeatable; it is no wall against a program that means harm. Each time
 * it begins anew: what its file keeps beside the strategy does not reach from one run into another.
 */
export function evaluateStrategy(
  { path, script: code, memory }: StrategyCode,
  limitMs: number,
): unknown {
  // A global object of the realm's own: through one that is ours each name, such as Math, is a call.
  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  new Script(PRELUDE).runInContext(context);
  if (memory === "limited") new Script(WITHOUT_BUFFERS).runInContext(context);
  // What a strategy cannot name, it cannot replace.
  const enclose = new Script(ENCLOSURE).runInContext(context)(listOf, readingOf) as (
    own: unknown,
  ) => unknown;
  try {
    const strategy = new Script(code, {
      filename: path,
      columnOffset: -'"use strict";'.length,
    }).runInContext(context, { timeout: limitMs });
    return enclose(strategy);
  } catch (error) {
    if (isStall(error))
      throw inputFailure(`${path}: it has not been read after ${limitMs / 1000} seconds: it loops`);
    throw inputFailure(`${placeOf(error, path)}: ${messageOf(error)}`);
  }
}

/** Whether the code was stopped because it took too long. */
export const isStall = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/** An error of the strategy's realm is no `Error` of ours. */
export function messageOf(error: unknown): string {
  const message = (error as { readonly message?: unknown } | null)?.message;
  return typeof message === "string" ? message : String(error);
}

/** "my-idea.ts:12" where the error's stack leads into the file, else the file. */
export function placeOf(error: unknown, path: string): string {
  const stack = (error as { readonly stack?: unknown } | null)?.stack;
  const from = typeof stack === "string" ? stack.indexOf(`${path}:`) : -1;
  if (from === -1) return path;
  const line = /^\d+/.exec((stack as string).slice(from + path.length + 1))?.[0];
  return line === undefined ? path : `${path}:${line}`;
}

async function withoutTypes(path: string, text: string): Promise<string> {
  // Loaded where there are types to take off only: it is the size of a picture.
  const { transformSync } = await import("@swc/wasm-typescript");
  try {
    return transformSync(text, { mode: "strip-only" }).code;
  } catch (error) {
    const { startLine, message } = error as { readonly startLine?: number; message?: string };
    throw inputFailure(`${path}${startLine === undefined ? "" : `:${startLine}`}: ${message}`);
  }
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;
