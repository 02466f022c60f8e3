import { constants, createContext, Script } from "node:vm";
import { loopsFor } from "@sevenfold/application/research/own-strategy/ask-loop";
import { readingOf } from "@sevenfold/application/research/own-strategy/bar-view";
import { servedOf } from "@sevenfold/application/research/own-strategy/strategy-indicators";
import { inputFailure } from "../failure.ts";
import { listOf } from "./list-of.ts";
import { REALM_GUARD } from "./realm-guard.ts";
import { BEGINNING, isStall, messageOf, placeOf, type StrategyCode } from "./strategy-code.ts";
import { ENCLOSURE } from "./strategy-enclosure.ts";
import { withinTime } from "./within-time.ts";

/**
 * What a strategy must not have: a clock and chance, with which no run is the same twice. `Date`
 * still turns a bar's time into a date.
 */
const PRELUDE = `"use strict";{
Math.random = () => { throw new Error("a strategy draws no chance: a run would not be the same twice"); };
const now = () => { throw new Error("a strategy knows no clock but its bars"); };
Date = new Proxy(Date, {
  construct(date, values, target) {
    if (values.length === 0) throw new Error("a strategy knows no clock but its bars");
    return Reflect.construct(date, values, target);
  },
  apply() { throw new Error("a strategy knows no clock but its bars"); },
  get(date, name) {
    return name === "now" ? now : Reflect.get(date, name);
  },
});
Date.prototype.constructor = Date;}`;

/** Evaluated where memory has a limit. */
const WITHOUT_BUFFERS = `for (const name of Object.getOwnPropertyNames(globalThis))
  if (/Array$|^(?:ArrayBuffer|SharedArrayBuffer|DataView|Atomics|WebAssembly)$/.test(name) && name !== "Array")
    delete globalThis[name];`;

interface Realm {
  /** The file's text as a function, which evaluates it anew. */
  readonly evaluate: () => unknown;
  readonly enclose: (own: unknown) => unknown;
  /** Nothing that outlives a run has been changed. */
  readonly isUntouched: () => boolean;
}

const KEPT = new WeakMap<StrategyCode, Realm>();

/**
 * Evaluates a strategy's file by itself: it sees the language and nothing of the machine, no file and
 * no network. That keeps a run repeatable; it is no wall against a program that means harm. Each time
 * it begins anew: what its file keeps beside the strategy does not reach from one run into another.
 * Where the last run left the language as it was, the next has the same one, which is warm by then:
 * runs of one code are taken one after the other. docs/adr/0069-what-runs-of-a-strategy-share.md
 */
export function evaluateStrategy(code: StrategyCode, limitMs: number): unknown {
  const kept = KEPT.get(code);
  KEPT.delete(code);
  const realm = kept?.isUntouched() === true ? kept : openRealm(code);
  const { path } = code;
  try {
    const strategy = realm.enclose(withinTime(limitMs, realm.evaluate));
    KEPT.set(code, realm);
    return strategy;
  } catch (error) {
    if (isStall(error))
      throw inputFailure(`${path}: it has not been read after ${limitMs / 1000} seconds: it loops`);
    throw inputFailure(`${placeOf(error, path)}: ${messageOf(error)}`);
  }
}

function openRealm({ path, script, memory }: StrategyCode): Realm {
  // A global object of the realm's own: through one that is ours each name, such as Math, is a call.
  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  new Script(PRELUDE).runInContext(context);
  if (memory === "limited") new Script(WITHOUT_BUFFERS).runInContext(context);
  const isUntouched = new Script(REALM_GUARD).runInContext(context) as Realm["isUntouched"];
  // What a strategy cannot name, it cannot replace.
  const enclose = new Script(ENCLOSURE).runInContext(context)(
    listOf,
    readingOf,
    servedOf,
    loopsFor,
  ) as Realm["enclose"];
  // A wrong line in it throws when it is first evaluated, as anything else that is wrong.
  let evaluate: (() => unknown) | undefined;
  const read = () =>
    new Script(script, { filename: path, columnOffset: -BEGINNING.length }).runInContext(context);
  return {
    evaluate() {
      evaluate ??= read() as () => unknown;
      return evaluate();
    },
    enclose,
    isUntouched,
  };
}
