import { isLost, wordsOf } from "../api/problem-error.ts";
import { type Notice, tell, tellError } from "./notices.ts";

interface Failed {
  readonly title: string;
  /** Where the server has no words. */
  readonly fallback?: string;
  /** What was asked for, what it may have come to, and what to do, where no answer came. */
  readonly lost: string;
  /** Where that is to be seen. */
  readonly seenAt?: Notice["action"];
  /** In place of the server's words while values are hidden. */
  readonly covered?: string | undefined;
}

/** Says why something failed. What was not answered may have been done. */
export function tellFailed(
  thrown: unknown,
  { covered, fallback, lost, seenAt, title }: Failed,
): void {
  if (isLost(thrown))
    tell({
      ...{ tone: "error", title: "Outcome Unknown", details: lost },
      ...(seenAt && { action: seenAt }),
    });
  else tellError(title, wordsOf(thrown, fallback), covered);
}
