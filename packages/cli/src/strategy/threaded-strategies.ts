import type { InstalledStrategy } from "@sevenfold/application/ports/stores/account";
import type {
  RunningStrategy,
  Strategies,
  StrategyAnswer,
} from "@sevenfold/application/ports/strategies";
import type { Ticker } from "@sevenfold/domain/market";
import { type EnclosedThread, enclosedThread, type ThreadNews } from "./enclosed-thread.ts";
import { readInstalled } from "./installed-file.ts";
import { strategyCodeOf } from "./strategy-code.ts";
import type { FromStrategyThread, StrategyThreadOrder } from "./strategy-thread-order.ts";
import { onceOver } from "./time-at-work.ts";

export interface StrategyLimits {
  /** How long a strategy may take to answer. */
  readonly answerMs: number;
  /** Of its heap, in megabytes. */
  readonly heapMb: number;
  /** Of one worker; each has a process of its own. */
  readonly strategiesMax: number;
}

export const STRATEGY_LIMITS: StrategyLimits = { answerMs: 10_000, heapMb: 128, strategiesMax: 32 };

/** A busy machine takes a while to begin a thread; that is none of the strategy's time. */
const START_MS = 60_000;
const THREAD = new URL("./strategy-thread.js", import.meta.url);

/**
 * Runs each installed strategy in a thread and a process of its own, with a limit on its time and its
 * memory: one that loops or takes memory without end is ended, and tells nobody else.
 */
export function threadedStrategies(
  dataFolder: string,
  limits: StrategyLimits = STRATEGY_LIMITS,
): Strategies {
  const going = new Set<RunningStrategy>();
  return {
    begin(installed, tickers) {
      const place = {
        isFull: limits.strategiesMax <= going.size,
        ended: () => going.delete(running),
      };
      const running = begun(dataFolder, limits, { installed, tickers }, place);
      if (!place.isFull) going.add(running);
      return running;
    },
  };
}

interface Begun {
  readonly installed: InstalledStrategy;
  readonly tickers: readonly Ticker[];
}

interface Place {
  /** As many run as may. */
  readonly isFull: boolean;
  readonly ended: () => void;
}

const isEnd = (said: FromStrategyThread): said is StrategyAnswer =>
  said.kind === "fault" || said.kind === "lost";

const fault = (says: string): StrategyAnswer => ({ kind: "fault", says });

function begun(
  dataFolder: string,
  limits: StrategyLimits,
  { installed, tickers }: Begun,
  place: Place,
): RunningStrategy {
  const { name, parameters } = installed;
  let thread: EnclosedThread | undefined;
  let over: StrategyAnswer | undefined;

  const end = (answer: StrategyAnswer): StrategyAnswer => {
    over ??= answer;
    place.ended();
    thread?.end();
    thread = undefined;
    return over;
  };

  const open = async (): Promise<EnclosedThread | StrategyAnswer> => {
    if (place.isFull)
      return fault(`${name}: this worker runs ${limits.strategiesMax} strategies already.`);
    const read = await readInstalled(dataFolder, installed);
    if ("missing" in read) return fault(read.missing);
    const code = await strategyCodeOf(name, read.text);
    const order: StrategyThreadOrder = {
      code: { ...code, memory: "limited" },
      parameters,
      tickers,
      limitMs: limits.answerMs,
    };
    // It may have been ended while it was being read.
    if (over) return over;
    thread = enclosedThread({
      file: THREAD.href,
      workerData: order,
      memoryMb: limits.heapMb,
      youngMb: Math.ceil(limits.heapMb / 8),
    });
    const late = `its thread has not started after ${START_MS / 1_000} seconds.`;
    const started = await heardFrom(thread, { withinMs: START_MS, late, name, limits });
    return isEnd(started) ? started : thread;
  };

  const late = `it has not answered after ${limits.answerMs / 1_000} seconds: it loops.`;
  return {
    async ask(closed) {
      if (over) return over;
      try {
        const opened = thread ?? (await open());
        // It may have been ended while it began.
        if (over !== undefined || "kind" in opened) return end(over ?? (opened as StrategyAnswer));
        const heard = heardFrom(opened, { withinMs: limits.answerMs, late, name, limits });
        opened.say(closed);
        const answer = await heard;
        if (answer.kind === "targets") return answer;
        return end(isEnd(answer) ? answer : fault(`${name}: it said what nobody asked.`));
      } catch (error) {
        return end(fault(error instanceof Error ? error.message : String(error)));
      }
    },
    end() {
      end(fault(`${name} was ended.`));
    },
  };
}

interface Hearing {
  readonly withinMs: number;
  /** What is told of one that says nothing for so long. */
  readonly late: string;
  readonly name: string;
  readonly limits: StrategyLimits;
}

/** The next thing that the thread says, or why it says nothing. */
async function heardFrom(
  thread: EnclosedThread,
  { withinMs, late, name, limits }: Hearing,
): Promise<FromStrategyThread> {
  let stopWaiting = (): void => undefined;
  const tooLate = new Promise<FromStrategyThread>((resolve) => {
    stopWaiting = onceOver(withinMs, () => resolve(fault(`${name}: ${late}`)));
  });
  const heard = thread
    .next()
    .then((news) =>
      news.kind === "said"
        ? (news.message as FromStrategyThread)
        : ended(news, `${name}: ${endOf(news, limits)}`),
    );
  try {
    return await Promise.race([heard, tooLate]);
  } finally {
    stopWaiting();
  }
}

/** Nothing in a strategy can send its process a signal: the machine was short of memory, or somebody did. */
const isOfMachine = (news: ThreadNews): boolean => news.kind === "ended" && news.by !== undefined;

const ended = (news: ThreadNews, says: string): StrategyAnswer => ({
  kind: isOfMachine(news) ? "lost" : "fault",
  says,
});

function endOf(news: Exclude<ThreadNews, { kind: "said" }>, { heapMb }: StrategyLimits): string {
  switch (news.kind) {
    case "full":
      return `it takes more memory than the ${heapMb} megabytes it may have.`;
    case "failed":
      return `its thread failed: ${news.says}`;
    case "ended":
      return news.by === undefined ? "its thread ended." : `its process was ended by ${news.by}.`;
  }
}
