import type { Log } from "@sevenfold/application/ports/log";
import { pino } from "pino";

/** Log lines as JSON on standard error, where they do not mix with what a command prints. */
export function jsonLog(level: string): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  return {
    info: (event, facts) => logger.info(plain(facts), event),
    warn: (event, facts) => logger.warn(plain(facts), event),
    error: (event, facts) => logger.error(plain(facts), event),
  };
}

/** An error is told by its name, message and stack; its other fields may hold what was sent. */
function plain(facts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      value instanceof Error
        ? { name: value.name, message: value.message, stack: value.stack }
        : value,
    ]),
  );
}
