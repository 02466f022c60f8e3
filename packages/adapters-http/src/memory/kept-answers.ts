import type { OfAccount } from "../account-in-use.ts";
import { type Answer, weightOfAnswer } from "../packed-answer.ts";
import type { Kept, TableName } from "./kept.ts";

/** A view by its path, and what is asked of it. */
export interface Asked {
  readonly path: string;
  readonly input: string;
  /** Which tables it reads. */
  readonly reads: ReadonlySet<TableName>;
}

/** What a view answers the user, made now unless an answer of a moment ago is kept. */
export type KeptAnswers = (
  userId: string,
  asked: Asked,
  make: () => Promise<OfAccount<Answer>>,
) => Promise<OfAccount<Answer>>;

/**
 * Keeps what a user's views answered, packed for sending where somebody asked for that: many windows
 * cost as much as one.
 */
export const keepAnswers =
  (kept: Kept): KeptAnswers =>
  (ownerId, { input, path, reads: tables }, make) =>
    kept.find({ ownerId, text: `${path} ${input}`, tables, weightOf: weightOfKept }, make);

const weightOfKept = ([answer]: OfAccount<Answer>): number => weightOfAnswer(answer);
