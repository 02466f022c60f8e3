import type { Conflict } from "@sevenfold/contract/problem";
import type { ProblemCode } from "@sevenfold/contract/problem-codes";
import { textOf } from "@sevenfold/contract/problem-text";

/** What the server says by the contract, or that it said nothing. */
type Code = ProblemCode | "no-answer";

/** A call that failed. Its message is fit for a person; `code` is for programs. */
export class ProblemError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: Code | undefined;
  /** Of a save that somebody came before: what is stored, and what was sent. */
  readonly conflicts: readonly Conflict[];
  /** What is wrong in a few words, without figures; undefined where no server said so. */
  readonly brief: string | undefined;

  constructor(
    message: string,
    status: number,
    code?: Code,
    { conflicts = [], brief }: Pick<Partial<ProblemError>, "conflicts" | "brief"> = {},
  ) {
    super(message);
    this.name = "ProblemError";
    this.status = status;
    this.code = code;
    this.conflicts = conflicts;
    this.brief = brief;
  }
}

/** Says what a refusal's answer says, or the best that can be said without one. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text().catch(() => "");
  try {
    const body: unknown = JSON.parse(text);
    const { code, conflicts, error } = (body ?? {}) as Readonly<Record<string, unknown>>;
    return new ProblemError(
      textOf(body) ?? "An error occurred",
      response.status,
      // The server has no other, but for one that is newer than this page: that is equal to none here.
      typeof code === "string" ? (code as ProblemCode) : undefined,
      {
        conflicts: Array.isArray(conflicts) ? conflicts : [],
        brief: typeof error === "string" ? error : undefined,
      },
    );
  } catch {
    const words = text.trim() || response.statusText || `HTTP ${response.status} Error`;
    return new ProblemError(words, response.status);
  }
}

/** The words for a person, whatever was thrown. */
export const wordsOf = (thrown: unknown, fallback = "An error occurred"): string =>
  thrown instanceof ProblemError && thrown.message !== "" ? thrown.message : fallback;

/** The same thing is being done, asked for before: nobody knows yet what comes of it. */
const isUnderWay = ({ code }: ProblemError): boolean => code === "still-in-progress";

/** There were too many questions to look at this one, the server says or what stands between. */
const isUnread = ({ code, status }: ProblemError): boolean =>
  code === "rate-limited" || (status === 429 && code === undefined);

/** Refused for good: asked again the same way, the answer would be the same. */
export const isRefusal = (thrown: unknown): thrown is ProblemError =>
  thrown instanceof ProblemError &&
  400 <= thrown.status &&
  thrown.status < 500 &&
  !isUnderWay(thrown) &&
  !isUnread(thrown);

/** Whether it was refused for one of these reasons. */
export const isRefusedAs = (
  thrown: unknown,
  ...codes: readonly ProblemCode[]
): thrown is ProblemError => isRefusal(thrown) && codes.some((code) => code === thrown.code);

/** No answer came: the server is away, or the way to it. */
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof ProblemError && thrown.status === 0;

/** Of the server itself, also where its database went away between an order and its answer. */
const LATE_FAULTS: ReadonlySet<string> = new Set(["internal-error", "temporarily-unavailable"]);

/** Neither done nor refused, as far as anybody here knows: it may have been done. */
export const isLost = (thrown: unknown): boolean =>
  isUnanswered(thrown) ||
  (thrown instanceof ProblemError && (isUnderWay(thrown) || isLate(thrown)));

/** What stands between has spoken, or a fault that may have come after what was asked for was done. */
const isLate = ({ code, status }: ProblemError): boolean =>
  500 <= status && (code === undefined || LATE_FAULTS.has(code));

/** Somebody has stored something else since it was read: nothing was saved. */
export const isClash = (thrown: unknown): thrown is ProblemError =>
  isRefusedAs(thrown, "changed-meanwhile");
