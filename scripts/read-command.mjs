// Before anything is installed: only node: builtins.
import { parseArgs } from "node:util";
import { fail } from "./workspace.mjs";

/**
 * What a script of npm is called with, by what it takes: `flags` by name, and plain `words` in their
 * order. One that `takes` "N" is a number, whole unless `isPart`, from `least` (1) to `most`; one
 * that takes nothing is on or off. `--help` prints all of it and ends the process well; what nobody
 * knows ends it with the code 2. Both before anything is built.
 *
 * @typedef {{ takes?: string, preset?: number, least?: number, most?: number, isPart?: boolean, says: string }} Flag
 * @typedef {{ name: string, says: string, flags?: Record<string, Flag>, words?: readonly (Flag & { name: string })[] }} Command
 * @param {Command} command
 */
export function readCommand(command, args = process.argv.slice(2)) {
  if (asksForHelp(args)) tellUsage(usageOf(command));
  try {
    return valuesIn(command, args);
  } catch (error) {
    return fail(
      `${firstSentence(error)}. npm run ${command.name} -- --help shows what there is.`,
      2,
    );
  }
}

export const asksForHelp = (args) => args.includes("--help") || args.includes("-h");

export function tellUsage(usage) {
  console.log(usage);
  process.exit(0);
}

/** parseArgs goes on to explain how plain words begin with a dash: none of ours do. */
export const firstSentence = ({ message }) => message.replace(/\. To specify.*$/s, "");

/**
 * What its words and flags say, by name. Throws where one is not known, or cannot be.
 *
 * @param {Command} command
 * @param {readonly string[]} args
 */
export function valuesIn({ flags = {}, words = [] }, args) {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { takes }]) => [
        name,
        { type: takes === undefined ? "boolean" : "string" },
      ]),
    ),
    allowPositionals: 0 < words.length,
  });
  if (words.length < positionals.length)
    throw new Error(`Unexpected argument '${positionals[words.length]}'`);
  return Object.fromEntries([
    ...Object.entries(flags).map(([name, flag]) => [
      name,
      takenFrom(`--${name}`, flag, values[name]),
    ]),
    ...words.map((word, index) => [
      word.name,
      takenFrom(word.name, { ...word, takes: "N" }, positionals[index]),
    ]),
  ]);
}

function takenFrom(name, { takes, preset, ...bounds }, text) {
  if (takes === undefined) return text ?? false;
  if (text === undefined) return preset;
  return takes === "N" ? numberIn(name, bounds, text) : text;
}

function numberIn(name, { isPart = false, least = 1, most = 1_000_000_000 }, text) {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (least <= number && number <= most && (isPart || Number.isInteger(number))) return number;
  const kind = isPart ? "a number" : "a whole number";
  throw new Error(`${name} takes ${kind} from ${least} to ${most}, not "${text}"`);
}

/** @param {Command} command */
export function usageOf({ flags = {}, name, says, words = [] }) {
  const called = words.map((word) => ` [${word.name}]`).join("");
  const rows = [
    ...words.map((word) => [word.name, word]),
    ...Object.entries(flags).map(([flag, row]) => [
      row.takes === undefined ? `--${flag}` : `--${flag} ${row.takes}`,
      row,
    ]),
  ];
  const wide = Math.max(...rows.map(([left]) => left.length), 0);
  return [
    `npm run ${name}${rows.length === 0 ? "" : " --"}${called}${0 < Object.keys(flags).length ? " [flags]" : ""}`,
    says,
    ...(rows.length === 0 ? [] : [""]),
    ...rows.map(([left, row]) => `  ${left.padEnd(wide)}   ${row.says}${presetIn(row)}`),
  ].join("\n");
}

const presetIn = ({ preset }) => (preset === undefined ? "" : ` (default ${preset})`);
