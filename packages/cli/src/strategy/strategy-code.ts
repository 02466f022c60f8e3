import { inputFailure } from "../failure.ts";
import { withoutTypes } from "./without-types.ts";

/** What a strategy's file is read by; other endings say nothing about the language. */
export const STRATEGY_FILES = /\.(ts|mts|js|mjs)$/;
const TYPESCRIPT = /\.m?ts$/;
/** What stands before a strategy's text, in its first line: each evaluation is a module of its own. */
export const BEGINNING = `(() => {"use strict";`;
const EXPORTED = "export const strategy";
/** Begins a line; what stands deeper is none of the module's own. */
const MODULE_WORDS = /^(?:import\b(?!\()|export\b(?! const strategy\b))/m;
/** Loads a module while it runs, wherever it stands: `import("fs")`, with a comment between or none. */
const LOADING_WORD = /\bimport\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/.*\n\s*)*[(.]/;

/** A strategy's file without its types, ready to be evaluated anywhere. Plain: threads may share it. */
export interface StrategyCode {
  /** What its faults are told with. */
  readonly path: string;
  readonly script: string;
  /** Where its memory has a limit, it has no buffers: these lie outside of what is limited. */
  readonly memory?: "limited";
}

/** Reads a strategy's text. Throws a `Failure` where it is more than one file may be. */
export async function strategyCodeOf(path: string, text: string): Promise<StrategyCode> {
  const code = TYPESCRIPT.test(path) ? await plainCodeOf(path, text) : text;
  const found = MODULE_WORDS.exec(code) ?? LOADING_WORD.exec(code);
  if (found !== null)
    throw inputFailure(
      `${path}:${lineOf(code, found.index)}: a strategy is one file: it imports types only, and exports "strategy" only`,
    );
  const place = new RegExp(`^${EXPORTED}\\b`, "m").exec(code)?.index;
  if (place === undefined)
    throw inputFailure(`${path}: it exports no strategy; write export const strategy = { … }`);
  // As long as before, so that a fault's line and column are the file's.
  const script = `${code.slice(0, place)}const strategy        ${code.slice(place + EXPORTED.length)}\n;return strategy;})`;
  return { path, script: `${BEGINNING}${script}` };
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

async function plainCodeOf(path: string, text: string): Promise<string> {
  const found = await withoutTypes(text);
  if ("code" in found) return found.code;
  const { startLine, message } = found;
  throw inputFailure(`${path}${startLine === undefined ? "" : `:${startLine}`}: ${message}`);
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;
