import { hash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { access, constants, open, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  openTryClusters,
  type TrySketch,
} from "@sevenfold/application/research/metrics/try-clusters";
import type { SweepAccounts } from "@sevenfold/application/research/sweep/open-sweep";
import { STANDARD_INPUT } from "../bars/file-bytes.ts";
import { inputFailure } from "../failure.ts";
import { codeOf, writeReasonOf } from "../system/make-folder.ts";

/** What was tried on which data, one line for each sweep. */
export const LEDGER_NAME = "sevenfold-trials.jsonl";
/** Some five million trials: nobody's best of those is worth a thing. */
const LEDGER_BYTES_MAX = 256 * 1024 * 1024;
const HASH_DIGITS = 16;
/** How every line begins, of older versions too. */
const LINE_BEGINS = '{"at":';
/** In so many bytes a ledger is known. */
const HEAD_BYTES = 4096;

/** A configuration and what it showed. */
export interface TriedConfiguration {
  readonly key: string;
  /** Sharpe ratio of a day, NaN for none. */
  readonly sharpe: number;
  /** Its skill, day after day, made small; undefined where it showed none at all. Asked of new ones. */
  readonly sketch: () => TrySketch | undefined;
}

/** What was ever tried on data. */
export interface TriedEver {
  readonly configurations: number;
  /** How many kinds of outcome these had: the effective number of independent tries. */
  readonly kinds: number;
  /** Of the sort that was recorded last. */
  readonly kindsOfSort: number;
}

/** The data that trials are counted for. */
export interface LedgerData {
  /** SHA-256 of each file. */
  readonly fileHashes: readonly string[];
  /** What else makes a result: the symbols, the clock, the accounts. */
  readonly circumstances: unknown;
  /** Trading days the results are of, since 1970-01-01: only those of the same days are compared. */
  readonly days: Int32Array;
  /** Tries of a sort of their own, such as whole walks, whose kinds are told apart. */
  readonly sort?: "walk";
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
  const isFolder = bars !== STANDARD_INPUT && (await stat(bars)).isDirectory();
  return join(isFolder ? bars : dirname(bars), LEDGER_NAME);
}

/** Says before a sweep what `recordTrials` would say after it; writes nothing. */
export async function checkLedger(path: string): Promise<void> {
  try {
    const file = await open(path, constants.O_RDWR | constants.O_APPEND);
    try {
      const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), {
        position: 0,
      });
      checkBeginning(path, bytes.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
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
export const recordTrials = async (
  path: string,
  data: LedgerData,
  tried: readonly TriedConfiguration[],
  at: Date,
): Promise<TriedEver> => (await openTrialLedger(path, data)).record(tried, at);

/** A ledger that is written to as tries come. */
export interface TrialLedger {
  record(tried: readonly TriedConfiguration[], at: Date): Promise<TriedEver>;
}

/**
 * Reads what is known of the data by now; each `record` is what `recordTrials` is, and counts also what
 * other processes have written meanwhile.
 */
export async function openTrialLedger(path: string, data: LedgerData): Promise<TrialLedger> {
  const reader = openLedgerReader(path);
  const circumstances = JSON.stringify(data.circumstances);
  const files = data.fileHashes.map((hash) => hash.slice(0, HASH_DIGITS));
  const sort = data.sort === undefined ? "" : `${data.sort} `;
  const days = `${sort}${[data.days[0] ?? 0, data.days.at(-1) ?? 0, data.days.length].join("-")}`;
  const known = openTriedEver();
  const readOn = async (own?: string) => {
    for (const each of await reader.next(own))
      if (each.files.some((file) => files.includes(file))) known.addLine(each);
  };
  await readOn();
  const entryOf = ({ key, sharpe, sketch }: TriedConfiguration): TrialEntry => {
    const digest = digestOf(`${circumstances}\n${key}`);
    const number = Number.isNaN(sharpe) ? null : Number(sharpe.toPrecision(9));
    const kind = known.add(digest, days, sketch);
    return kind === undefined ? [digest, number] : [digest, number, kind];
  };
  return {
    async record(tried, at) {
      await readOn();
      const line = { at: at.toISOString(), files, days, trials: tried.map(entryOf) };
      const own = `${reader.endsInLine() ? "" : "\n"}${JSON.stringify(line)}\n`;
      await write(path, own);
      await readOn(own);
      return known.sum(sort);
    },
  };
}

interface LedgerLine {
  readonly at: string;
  readonly files: readonly string[];
  /** First, last and number of the days; absent in lines of older versions. */
  readonly days?: string;
  readonly trials: readonly TrialEntry[];
}

/**
 * A trial's digest and Sharpe ratio, then what kind of outcome it was: "" for one known before, or
 * the sketch of a new kind. Without it the trial counts for itself.
 */
type TrialEntry = readonly [key: string, sharpe: number | null, kind?: string];

/** Counts what was ever tried: configurations by their digests, kinds by their outcomes. */
function openTriedEver() {
  const digests = new Set<string>();
  const alone = new Set<string>();
  const ofDays = new Map<string, ReturnType<typeof openTryClusters>>();
  const clustersOf = (days: string) => {
    const clusters = ofDays.get(days) ?? openTryClusters();
    ofDays.set(days, clusters);
    return clusters;
  };
  const kindsWhere = (isMeant: (days: string) => boolean) =>
    [...ofDays].reduce((sum, [days, each]) => sum + (isMeant(days) ? each.count() : 0), 0);
  const add = (digest: string, days: string, sketched: TriedConfiguration["sketch"]) => {
    const isKnown = digests.has(digest) && !alone.has(digest);
    digests.add(digest);
    if (isKnown) return KNOWN_KIND;
    const sketch = sketched();
    const found = sketch === undefined ? "known" : clustersOf(days).add(sketch);
    if (found === "uncounted") alone.add(digest);
    else alone.delete(digest);
    if (found === "uncounted") return undefined;
    return found === "known" ? KNOWN_KIND : textOf(sketch!);
  };
  return {
    add,
    addLine: ({ trials, days }: LedgerLine) => {
      for (const [digest, , kind] of trials) {
        if (kind === undefined || days === undefined) {
          if (!digests.has(digest)) alone.add(digest);
          digests.add(digest);
        } else add(digest, days, () => (kind === KNOWN_KIND ? undefined : sketchFrom(kind)));
      }
    },
    sum: (sort: string): TriedEver => ({
      configurations: digests.size,
      kinds: alone.size + kindsWhere(() => true),
      kindsOfSort: kindsWhere((days) => days.startsWith(sort)),
    }),
  };
}

const KNOWN_KIND = "";
const textOf = (sketch: TrySketch): string => Buffer.from(sketch).toString("base64");
const sketchFrom = (text: string): TrySketch => Int8Array.from(Buffer.from(text, "base64"));

const digestOf = (text: string): string => hash("sha256", text, "hex").slice(0, HASH_DIGITS);

/** Reads a ledger's lines from where it stopped before, up to its last whole one. */
function openLedgerReader(path: string) {
  let readTo = 0;
  let isCutOff = false;
  return {
    /** Whether what is written next begins a line of its own. */
    endsInLine: () => !isCutOff,
    /** What was written of one's own is known: mostly it is all there is. */
    async next(own?: string): Promise<readonly LedgerLine[]> {
      const bytes = await bytesFrom(path, readTo);
      if (readTo === 0) checkBeginning(path, bytes.subarray(0, HEAD_BYTES));
      const whole = bytes.lastIndexOf("\n") + 1;
      readTo += whole;
      isCutOff = whole < bytes.length;
      if (own !== undefined && bytes.equals(Buffer.from(own))) return [];
      return bytes.toString("utf8", 0, whole).split("\n").flatMap(lineFrom);
    },
  };
}

/** Refuses a file that is no ledger, such as bars named by mistake: a line more would spoil it. */
function checkBeginning(path: string, head: Buffer): void {
  const [first = ""] = head.toString().trimStart().split("\n");
  // A kill may have cut the first line off anywhere.
  if (first.startsWith(LINE_BEGINS) || LINE_BEGINS.startsWith(first)) return;
  throw inputFailure(
    `${path} holds something else than trials and is left as it is; name another file by --ledger`,
  );
}

/** Of a file that is not there, nothing. */
async function bytesFrom(path: string, start: number): Promise<Buffer> {
  try {
    if (LEDGER_BYTES_MAX < (await stat(path)).size)
      throw inputFailure(`${path} is larger than a trial ledger may be; name another by --ledger`);
    const file = await open(path);
    try {
      return await buffer(
        file.createReadStream({ start, end: LEDGER_BYTES_MAX, autoClose: false }),
      );
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0);
    throw unreachable(path, error);
  }
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

async function write(path: string, text: string): Promise<void> {
  try {
    // One write at the end of the file: sweeps that run side by side do not mix their lines. Node's
    // promises would write half a megabyte at a time.
    appendFileSync(path, text);
  } catch (error) {
    await removeEmpty(path).catch(() => undefined);
    throw unreachable(path, error);
  }
}

/** On a full disk the file is made, and nothing is written to it: no ledger is begun so. */
async function removeEmpty(path: string): Promise<void> {
  if ((await stat(path)).size === 0) await unlink(path);
}

const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

function unreachable(path: string, error: unknown): Error {
  if (error instanceof Error && "exitCode" in error) return error;
  const reason = writeReasonOf(error) ?? String(error);
  return inputFailure(
    `the trial ledger ${path} cannot be kept (${reason}); name a file that can be written by --ledger`,
  );
}
