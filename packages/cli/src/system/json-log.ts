import type { Log } from "@sevenfold/application/ports/log";
import { type DestinationStream, pino } from "pino";
import { type LineWriter, lineWriter } from "./line-writer.ts";
import { hasSecretName, type SecretWords, secretWords } from "./secret-words.ts";

/** A line that says more than this says it badly. */
const TEXT_MAX = 8_000;
const DEPTH_MAX = 6;
const HIDDEN = "…";

export interface LogOptions {
  /** What must not stand in any line. */
  readonly words?: SecretWords;
  /** Standard error when absent. */
  readonly destination?: DestinationStream;
  /** The request that is served where a line is written, if any: the line names it. */
  readonly requestInHand?: () => string | undefined;
}

/**
 * Log lines as JSON on standard error, where they do not mix with what a command prints. What is known
 * to be a secret, is named as one or looks like one, is not told, whoever says it.
 */
export function jsonLog(level: string, options: LogOptions = {}): Log {
  const { words = secretWords(), destination = standardError(), requestInHand } = options;
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const facts = (given: object = {}) => {
    const requestId = requestInHand?.();
    return told(requestId === undefined ? given : { requestId, ...given }, words, 0) as object;
  };
  const isSaid = (wanted: "info" | "warn" | "error") => logger.isLevelEnabled(wanted);
  return {
    info: (event, given) => isSaid("info") && logger.info(facts(given), words.without(event)),
    warn: (event, given) => isSaid("warn") && logger.warn(facts(given), words.without(event)),
    error: (event, given) => isSaid("error") && logger.error(facts(given), words.without(event)),
  };
}

const STANDARD_ERROR = 2;
let opened: LineWriter | undefined;

/** One for all logs of the process. */
function standardError(): LineWriter {
  if (opened === undefined) {
    opened = lineWriter(STANDARD_ERROR);
    process.once("exit", opened.end);
  }
  return opened;
}

/** An error is told by its name, message and stack; its other fields may hold what was sent. */
function told(value: unknown, words: SecretWords, depth: number): unknown {
  if (typeof value === "string") return words.without(value.slice(0, TEXT_MAX));
  if (typeof value !== "object" || value === null) return value;
  if (DEPTH_MAX < depth) return HIDDEN;
  if (value instanceof Error) {
    const { name, message, stack } = value;
    return told({ name, message, stack }, words, depth + 1);
  }
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((each) => told(each, words, depth + 1));
  if (value instanceof Map || value instanceof Set) return told([...value], words, depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      hasSecretName(key) ? HIDDEN : told(each, words, depth + 1),
    ]),
  );
}
