import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import { STANDARD_INPUT } from "../bars/file-bytes.ts";
import { hashOfBars } from "../bars/hash-of-bars.ts";
import { inputFailure, usageFailure } from "../failure.ts";
import { readJson } from "../run/read-json.ts";
import { CONFIG_FLAG as NAME } from "./config-flag.ts";

const FlagValue = z.union([z.string(), z.number(), z.boolean()]);

/** Bars and flags of a run: written by hand, or the config.json of a kept run. */
const ConfigFile = z.looseObject({
  bars: z.array(z.string()).default([]),
  flags: z.record(z.string(), z.union([FlagValue, z.array(FlagValue)])).default({}),
  /** Of a kept run: what it read. */
  inputs: z.array(z.object({ path: z.string(), sha256: z.string() })).default([]),
});
type ConfigFile = z.infer<typeof ConfigFile>;

/** Among the settings of a kept run: the file that decided in the built-in rule's place. */
const OwnSettings = z.looseObject({ own: z.looseObject({ sha256: z.string() }) });

/**
 * The words of a command with its config files written out before them, so that what was typed
 * comes last and wins. `command` is taken apart: hand in one that is not used again.
 * Throws a `Failure` that names the file and what is wrong in it; warns where the bars of a kept run,
 * its strategy's file or its signals are others by now.
 */
export async function withConfig(
  words: readonly string[],
  command: Command,
  warn: (sentence: string) => void,
): Promise<readonly string[]> {
  const { files, rest } = configsIn(words);
  let named: NamedBars | undefined;
  let decider: NamedDecider | undefined;
  const flags = new Map<string, ConfigFile["flags"][string]>();
  for (const file of files) {
    const { bars, flags: given, inputs, ...others } = await readJson(file, ConfigFile);
    refuseStrangers(file, Object.keys(others));
    if (bars.length !== 0) named = { file, bars, inputs };
    for (const [name, value] of Object.entries(given))
      flags.set(knownFlag(name, command, file), value);
    for (const name of OWN_FILES) {
      const path = given[name];
      if (path !== undefined)
        decider =
          typeof path === "string"
            ? { name, path, file, own: OwnSettings.safeParse(others.settings).data?.own }
            : undefined;
    }
    const actions = given.actions;
    if (typeof actions === "string" && !rest.some(isActions))
      await checkThere(actions, { file, say: "name it on the command line: --actions PATH" });
  }
  // A list of settings to vary is one thing: what was typed takes its place.
  if (rest.some((word) => isFlag(word, "set"))) flags.delete("--set");
  if (decider?.own !== undefined && !rest.some((word) => isFlag(word, decider!.name))) {
    const { path, own, file } = decider;
    if (await hasChanged({ path, sha256: own.sha256 })) warn(changedWords(path, file));
  }
  const own = operandsOf(rest, command);
  const given = [...[...flags].flatMap((each) => wordsOf(each, command)), ...rest];
  if (own.length !== 0 || named === undefined) return given;
  const { bars, file, inputs } = named;
  const say = `name the bars on the command line, they win: sevenfold ${command.name()} BARS ${NAME} ${file}`;
  for (const path of bars) await checkThere(path, { file, say });
  for (const input of inputs) if (await hasChanged(input)) warn(changedWords(input.path, file));
  return [...given, ...bars];
}

/** What a kept run writes beside bars and flags; a word of a file without it would change nothing. */
const OF_KEPT_RUN = "runId";

function refuseStrangers(file: string, words: readonly string[]): void {
  const [stranger] = words;
  if (stranger === undefined || words.includes(OF_KEPT_RUN)) return;
  throw usageFailure(
    `${file}: "${stranger}" is neither "bars" nor "flags"; flags stand under "flags"`,
  );
}

const changedWords = (path: string, file: string): string =>
  `${path} has changed since the run of ${file}: its numbers will be others`;

/** The flags that name what decides in the built-in rule's place. */
const OWN_FILES = ["strategy", "signals"] as const;

/** What decided in a kept run, by the file and the flag that named it. */
interface NamedDecider {
  readonly name: (typeof OWN_FILES)[number];
  readonly path: string;
  /** The config file. */
  readonly file: string;
  /** Undefined in a config file written by hand. */
  readonly own: { readonly sha256: string } | undefined;
}

interface NamedBars {
  readonly file: string;
  readonly bars: readonly string[];
  readonly inputs: ConfigFile["inputs"];
}

/** Whether a file is not what it was; one that is gone is for its reader to complain about. */
async function hasChanged({ path, sha256 }: ConfigFile["inputs"][number]): Promise<boolean> {
  return (await isThere(path)) && (await hashOfBars(path)) !== sha256;
}

const isFlag = (word: string, name: string): boolean =>
  word === `--${name}` || word.startsWith(`--${name}=`);
const isActions = (word: string): boolean => isFlag(word, "actions");

/** A config file outlives what it names: says which of the two is at fault, and what helps. */
async function checkThere(
  path: string,
  { file, say }: { readonly file: string; readonly say: string },
): Promise<void> {
  if (await isThere(path)) return;
  const from = isAbsolute(path) ? "" : `, looked for from ${process.cwd()}`;
  throw inputFailure(`${file} names ${path}, which is not there${from}; ${say}`);
}

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;

function configsIn(words: readonly string[]) {
  const files: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word.startsWith(`${NAME}=`)) files.push(word.slice(NAME.length + 1));
    else if (word !== NAME) rest.push(word);
    else if (words[at + 1] === undefined) throw usageFailure(`${NAME} wants a file`);
    else files.push(words[++at]!);
  }
  return { files, rest };
}

/** A flag by its long name; camel case is read too, as the JSON document writes it. */
function knownFlag(name: string, command: Command, file: string): string {
  const flag = `--${name.replace(/^--/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const isKnown = command.options.some(({ long }) => long === flag) && flag !== NAME;
  if (!isKnown)
    throw usageFailure(
      `${file}: ${command.name()} has no flag ${flag}; --help shows what there is`,
    );
  return flag;
}

/** A value in one word with its flag: an empty one would leave the flag the next word. */
function wordsOf(
  [flag, value]: readonly [string, ConfigFile["flags"][string]],
  command: Command,
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => wordsOf([flag, each], command));
  if (value === false) return [];
  const isSwitch = !namesWithValue(command).has(flag);
  if (isSwitch && (value === true || value === "")) return [flag];
  // What was repeated on the command line stands in lines.
  return String(value)
    .split("\n")
    .map((each) => `${flag}=${each}`);
}

/** The words that are no flags nor their values. */
function operandsOf(words: readonly string[], command: Command): readonly string[] {
  const takesValue = namesWithValue(command);
  const isOperand = (word: string) => word === STANDARD_INPUT || !word.startsWith("-");
  return words.filter((word, at) => isOperand(word) && !takesValue.has(words[at - 1] ?? ""));
}

/** What flags that take a value are called, long and short. */
const namesWithValue = ({ options }: Command): ReadonlySet<string | undefined> =>
  new Set(
    options.flatMap(({ long, short, required, optional }) =>
      required || optional ? [long, short] : [],
    ),
  );
