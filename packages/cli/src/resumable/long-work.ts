import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { type RunFlags, runsFolderOf } from "../commands/run-flags.ts";
import { engineVersion } from "../engine-version.ts";
import { EXIT, Failure } from "../failure.ts";
import { makeFolder, writeReasonOf } from "../system/make-folder.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { engineDigest } from "./engine-digest.ts";
import { hearInterruption } from "./interruption.ts";
import { forgetOldest, UNFINISHED } from "./unfinished-folder.ts";
import { newWorkLog, openWorkLog, type WorkLog } from "./work-log.ts";

/** Work that may take hours: it can be stopped, and gone on with. */
export interface LongWork {
  /** Whether a signal asked for a stop. */
  isStopping(): boolean;
  /** What is kept of a part of it. */
  part(name: string): Promise<WorkLog>;
  /** Forgets a part that is of no use any more. */
  forget(name: string): Promise<void>;
  /** What to end with where it was stopped; `done` is "1,200 of 4,000 tried". */
  interrupted(done: string): Failure;
  /** The result is told: nothing is left to go on with. */
  finish(): Promise<void>;
  /** To be called whatever happened: signals do again what they did before. */
  end(): void;
}

/** What is computed, so that nothing else is ever taken for it. */
export interface WorkAsked {
  readonly kind: "sweep" | "walk-forward" | "monte-carlo";
  readonly inputsHash: string;
}

export interface WorkFlags extends RunFlags {
  readonly resume: boolean;
}

/** Opens work, and from then on hears signals. With `--resume` it goes on with what was kept of the same. */
export function openLongWork(asked: WorkAsked, flags: WorkFlags, terminal: Terminal): LongWork {
  const runs = runsFolderOf(flags, terminal);
  const interruption = hearInterruption(terminal);
  const common = { isStopping: interruption.isAsked, end: interruption.end };
  return runs === undefined
    ? { ...common, ...nowhere }
    : { ...common, ...keptIn(join(runs, UNFINISHED), asked, flags, terminal) };
}

type Keeping = Omit<LongWork, "isStopping" | "end">;

const nowhere: Keeping = {
  part: async () => ({ entries: [], append: async () => undefined }),
  forget: async () => undefined,
  interrupted: (done) =>
    new Failure(
      EXIT.interrupted,
      `interrupted after ${done}; nothing of it is kept, as no run folder is`,
    ),
  finish: async () => undefined,
};

function keptIn(
  parent: string,
  { kind, inputsHash }: WorkAsked,
  { resume }: WorkFlags,
  terminal: Terminal,
): Keeping {
  // Reading all code takes a moment, which work that is soon over does not need to spend.
  let known: string | undefined;
  const identity = (): string => {
    known ??= sha256Of([kind, inputsHash, engineVersion(), engineDigest()].join("\n"));
    return known;
  };
  const folder = (): string => join(parent, `${kind}-${identity().slice(0, NAME_DIGITS)}`);
  let isBegun = false;
  let isBroken = false;
  const begin = async (): Promise<void> => {
    if (isBegun) return;
    isBegun = true;
    if (!resume) await rm(folder(), { recursive: true, force: true });
    await makeFolder(folder());
    await forgetOldest(parent, folder());
  };
  const keep = async (log: WorkLog, entry: Uint8Array): Promise<void> => {
    // After an entry that was cut off nothing that follows could be read.
    if (isBroken) return;
    try {
      await log.append(entry);
    } catch (error) {
      isBroken = true;
      const reason = writeReasonOf(error);
      if (reason === undefined) throw error;
      sayWarning(
        terminal,
        `what is done cannot be kept in ${parent} (${reason}): --resume would begin before it`,
      );
    }
  };
  return {
    async part(name) {
      const path = () => join(folder(), name);
      const log = resume ? await openWorkLog(path(), identity()) : undefined;
      return {
        entries: log?.entries ?? [],
        async append(entry) {
          await begin().catch(() => undefined);
          await keep(log ?? newWorkLog(path(), identity()), entry);
        },
      };
    },
    forget: (name) => (isBegun || resume ? rm(join(folder(), name), { force: true }) : nothing()),
    interrupted: (done) =>
      new Failure(
        EXIT.interrupted,
        isBroken
          ? `interrupted after ${done}; not all of it could be kept in ${parent}`
          : `interrupted after ${done}, which ${parent} keeps; the same command with --resume goes on from there`,
      ),
    async finish() {
      if (!existsSync(parent)) return;
      await rm(folder(), { recursive: true, force: true });
      // Other work may still lie there.
      await rmdir(parent).catch(() => undefined);
    },
  };
}

const NAME_DIGITS = 16;
const nothing = async (): Promise<void> => undefined;
const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");
