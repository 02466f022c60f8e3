import { textOf } from "@sevenfold/contract/problem-text";

/** A call that failed. Its message is fit for a person; `code` is for programs. */
export class ProblemError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.name = "ProblemError";
    this.status = status;
    this.code = code;
  }
}

/** Says what a refusal's answer says, or the best that can be said without one. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text().catch(() => "");
  try {
    const body: unknown = JSON.parse(text);
    const code = (body as { code?: unknown } | null)?.code;
    return new ProblemError(
      textOf(body) ?? "An error occurred",
      response.status,
      typeof code === "string" ? code : undefined,
    );
  } catch {
    const words = text.trim() || response.statusText || `HTTP ${response.status} Error`;
    return new ProblemError(words, response.status);
  }
}

/** The words for a person, whatever was thrown. */
export const wordsOf = (thrown: unknown, fallback = "An error occurred"): string =>
  thrown instanceof ProblemError && thrown.message !== "" ? thrown.message : fallback;

/** Refused for good: asked again the same way, the answer would be the same. */
export const isRefusal = (thrown: unknown): thrown is ProblemError =>
  thrown instanceof ProblemError && 400 <= thrown.status && thrown.status < 500;

/** Whether it was refused for one of these reasons. */
export const isRefusedAs = (thrown: unknown, ...codes: readonly string[]): thrown is ProblemError =>
  isRefusal(thrown) && thrown.code !== undefined && codes.includes(thrown.code);

/** No answer came: the server is away, or the way to it. */
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof ProblemError && thrown.status === 0;
