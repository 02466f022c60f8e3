import { visibleText } from "./system/visible-text.ts";

/** What the process answers its caller with. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  /** Input that is missing or cannot be trusted. */
  invalidInput: 3,
  /** What was asked to be checked does not hold. */
  checkFailed: 4,
  /** An adapter broke a rule of the conformance kit. */
  brokenRule: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure the person at the terminal can mend: one line that says what to do, and its exit code. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    // It may quote a file.
    super(visibleText(message));
    this.exitCode = exitCode;
  }
}

export const usageFailure = (message: string): Failure => new Failure(EXIT.usage, message);
export const inputFailure = (message: string): Failure => new Failure(EXIT.invalidInput, message);
export const checkFailure = (message: string): Failure => new Failure(EXIT.checkFailed, message);
