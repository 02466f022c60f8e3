import { fork } from "node:child_process";
import { existsSync } from "node:fs";

const PROCESS = new URL("./enclosed-thread-process.js", import.meta.url);
/** How V8 ends a process in which it has no room for what is asked of it at once. */
const ENDS_OF_V8: ReadonlySet<unknown> = new Set(["SIGABRT", "SIGTRAP", "SIGILL", 134]);

/** What a strategy's thread is begun with. */
export interface EnclosedOrder {
  /** The thread's file. */
  readonly file: string;
  /** Plain, and handed to the thread. */
  readonly workerData: unknown;
  /** Of its heap, in megabytes. */
  readonly memoryMb: number;
  /** Young objects come and go beside those that are held. */
  readonly youngMb: number;
}

export type ThreadNews =
  | { readonly kind: "said"; readonly message: unknown }
  /** It wanted more memory than it may have. */
  | { readonly kind: "full" }
  | { readonly kind: "failed"; readonly says: string }
  /** By itself, or by what of the machine ended its process. */
  | { readonly kind: "ended"; readonly by?: string };

export interface EnclosedThread {
  say(message: unknown): void;
  /** What it says next, or why it says nothing any more. */
  next(): Promise<ThreadNews>;
  end(): void;
}

/** A program that runs from its sources has no file that Node can begin a process with. */
export const canEnclose = (): boolean => existsSync(PROCESS);

/**
 * Begins a thread of a strategy in a process of its own. A thread's limit stops what collects bit by
 * bit; a single array or text that goes far beyond it ends the process that the thread is in.
 */
export function enclosedThread(order: EnclosedOrder): EnclosedThread {
  let waiting: (news: ThreadNews) => void = () => undefined;
  let last: ThreadNews | undefined;
  const tell = (news: ThreadNews) => {
    if (last !== undefined) return;
    if (news.kind !== "said") last = news;
    waiting(news);
  };
  const child = fork(PROCESS, {
    execArgv: [],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.on("message", (news) => tell(news as ThreadNews));
  // It could not even begin.
  child.on("error", (error) => tell({ kind: "ended", by: error.message }));
  child.on("exit", (code, signal) => {
    const ended = { kind: "ended", ...(signal && { by: signal }) } as const;
    const end = () => tell(ENDS_OF_V8.has(signal ?? code) ? { kind: "full" } : ended);
    // What it said last may still be on its way.
    if (child.connected) child.once("disconnect", end);
    else end();
  });
  // What is said to one that has just ended fails; its end itself says why.
  const send = (message: object) => child.send(message, () => undefined);
  send(order);
  return {
    say(message) {
      if (child.connected) send(message as object);
    },
    next: () =>
      new Promise((resolve) => {
        // It may have ended while nobody asked it anything.
        if (last !== undefined) resolve(last);
        else waiting = resolve;
      }),
    end() {
      child.kill("SIGKILL");
    },
  };
}
