import { createHash } from "node:crypto";
import { access, appendFile, constants, open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SweepAccounts } from "@sevenfold/application/sweep/open-sweep";
import type { Trials } from "@sevenfold/domain/metrics/track-record";
import { inputFailure } from "../failure.ts";

/** What was tried on which data, one line for each sweep. */
export const LEDGER_NAME = "sevenfold-trials.jsonl";
/** Some five million trials: nobody's best of those is worth a thing. */
const LEDGER_BYTES_MAX = 256 * 1024 * 1024;
const HASH_DIGITS = 16;

/** A configuration and what it showed: its Sharpe ratio of a day, NaN for none. */
export interface TriedConfiguration {
  readonly key: string;
  readonly sharpe: number;
}

/** The data that trials are counted for. */
export interface LedgerData {
  /** SHA-256 of each file. */
  readonly fileHashes: readonly string[];
  /** What else makes a result: the symbols, the clock, the accounts. */
  readonly circumstances: unknown;
}

/** What makes one and the same configuration another trial. */
export const circumstancesOf = ({
  symbols,
  accounts,
  ...others
}: {
  readonly symbols: readonly string[];
  readonly clock: unknown;
  readonly window: unknown;
  readonly accounts: SweepAccounts;
}) => ({
  symbols,
  ...others,
  // A single symbol has an account of its own either way.
  accounts: 1 < symbols.length ? accounts : "shared",
});

/** The ledger lies beside the data: in the folder of the first file, or in the folder given. */
export async function ledgerPathOf(bars: string): Promise<string> {
  const isFolder = (await stat(bars)).isDirectory();
  return join(isFolder ? bars : dirname(bars), LEDGER_NAME);
}

/** Says before a sweep what `recordTrials` would say after it; writes nothing. */
export async function checkLedger(path: string): Promise<void> {
  try {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
    await file.close();
  } catch (error) {
    if (!isMissing(error)) throw unreachable(path, error);
    await access(dirname(path), constants.W_OK).catch((reason) => {
      throw unreachable(path, reason);
    });
  }
}

/**
 * Writes down what was tried, and answers all that ever was on any of the files: each configuration
 * once, however often it was tried. Throws a `Failure` where it cannot be written: what is not
 * counted would be passed off as less than it is.
 */
export async function recordTrials(
  path: string,
  data: LedgerData,
  tried: readonly TriedConfiguration[],
  at: Date,
): Promise<Trials> {
  const before = await linesOf(path);
  const circumstances = JSON.stringify(data.circumstances);
  const line: LedgerLine = {
    at: at.toISOString(),
    files: data.fileHashes.map((hash) => hash.slice(0, HASH_DIGITS)),
    trials: tried.map(({ key, sharpe }) => [
      digestOf(`${circumstances}\n${key}`),
      Number.isNaN(sharpe) ? null : Number(sharpe.toPrecision(9)),
    ]),
  };
  await write(path, line, before.endsInLine);
  const files = new Set(line.files);
  const known = new Map<string, number | null>();
  for (const each of [...before.lines, line])
    if (each.files.some((file) => files.has(file)))
      for (const [key, sharpe] of each.trials) known.set(key, sharpe);
  return trialsFrom(known);
}

interface LedgerLine {
  readonly at: string;
  readonly files: readonly string[];
  readonly trials: readonly (readonly [key: string, sharpe: number | null])[];
}

function trialsFrom(known: ReadonlyMap<string, number | null>): Trials {
  const sharpes = [...known.values()].filter((sharpe) => sharpe !== null);
  const mean = sharpes.reduce((sum, each) => sum + each, 0) / Math.max(1, sharpes.length);
  const squares = sharpes.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return {
    count: known.size,
    sharpeVariance: sharpes.length < 2 ? 0 : squares / (sharpes.length - 1),
  };
}

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_DIGITS);

async function linesOf(path: string) {
  let text: string;
  try {
    if (LEDGER_BYTES_MAX < (await stat(path)).size)
      throw inputFailure(`${path} is larger than a trial ledger may be; name another by --ledger`);
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return { lines: [], endsInLine: true };
    throw unreachable(path, error);
  }
  return {
    lines: text.split("\n").flatMap((line) => lineFrom(line)),
    endsInLine: text === "" || text.endsWith("\n"),
  };
}

/** A line that a crash cut off counts for nothing: its sweep was never shown either. */
function lineFrom(text: string): readonly LedgerLine[] {
  try {
    const line = JSON.parse(text) as LedgerLine;
    return Array.isArray(line.files) && Array.isArray(line.trials) ? [line] : [];
  } catch {
    return [];
  }
}

async function write(path: string, line: LedgerLine, endsInLine: boolean): Promise<void> {
  try {
    // One write at the end of the file: sweeps that run side by side do not mix their lines.
    await appendFile(path, `${endsInLine ? "" : "\n"}${JSON.stringify(line)}\n`);
  } catch (error) {
    throw unreachable(path, error);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

function unreachable(path: string, error: unknown): Error {
  if (error instanceof Error && "exitCode" in error) return error;
  const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return inputFailure(
    `the trial ledger ${path} cannot be kept (${reason}); name a file that can be written by --ledger`,
  );
}
