import type { Command } from "commander";
import { z } from "zod";
import { usageFailure } from "../failure.ts";
import { readJson } from "../run/read-json.ts";
import { CONFIG_FLAG as NAME } from "./config-flag.ts";

const FlagValue = z.union([z.string(), z.number(), z.boolean()]);

/** Bars and flags of a run: written by hand, or the config.json of a kept run. */
const ConfigFile = z.looseObject({
  bars: z.array(z.string()).default([]),
  flags: z.record(z.string(), z.union([FlagValue, z.array(FlagValue)])).default({}),
});
type ConfigFile = z.infer<typeof ConfigFile>;

/**
 * The words of a command with its config files written out before them, so that what was typed
 * comes last and wins. `command` is taken apart: hand in one that is not used again.
 * Throws a `Failure` that names the file and what is wrong in it.
 */
export async function withConfig(
  words: readonly string[],
  command: Command,
): Promise<readonly string[]> {
  const { files, rest } = configsIn(words);
  let bars: readonly string[] = [];
  const flags = new Map<string, ConfigFile["flags"][string]>();
  for (const file of files) {
    const read = await readJson(file, ConfigFile);
    if (read.bars.length !== 0) bars = read.bars;
    for (const [name, value] of Object.entries(read.flags))
      flags.set(knownFlag(name, command, file), value);
  }
  // A list of settings to vary is one thing: what was typed takes its place.
  if (rest.includes("--set")) flags.delete("--set");
  const own = operandsOf(rest, command);
  return [...[...flags].flatMap(wordsOf), ...rest, ...(own.length === 0 ? bars : [])];
}

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

function wordsOf([flag, value]: readonly [string, ConfigFile["flags"][string]]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => wordsOf([flag, each]));
  if (value === false) return [];
  if (value === true || value === "") return [flag];
  // What was repeated on the command line stands in lines.
  return String(value)
    .split("\n")
    .flatMap((each) => [flag, each]);
}

/** The words that are no flags nor their values. */
function operandsOf(words: readonly string[], command: Command): readonly string[] {
  const takesValue = new Set(
    command.options.flatMap(({ long, short, required, optional }) =>
      required || optional ? [long, short] : [],
    ),
  );
  return words.filter((word, at) => !word.startsWith("-") && !takesValue.has(words[at - 1] ?? ""));
}
