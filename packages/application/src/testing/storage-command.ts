import fc from "fast-check";
import type { Tables } from "../ports/stores/storage.ts";

/** Whose rows the commands write: two accounts of one user. */
export interface Stage {
  readonly userId: string;
  readonly accountIds: readonly [string, string];
}

/** One call on the tables, and what it answers. It may throw; then its transaction ends there. */
export interface StorageCommand {
  readonly text: string;
  run(tables: Tables, stage: Stage): Promise<unknown>;
}

/** A command from its parts; the parts are printed when a run fails. */
export function command<Parts extends Record<string, fc.Arbitrary<unknown>>>(
  name: string,
  parts: Parts,
  run: (
    tables: Tables,
    stage: Stage,
    given: {
      readonly [Name in keyof Parts]: Parts[Name] extends fc.Arbitrary<infer One> ? One : never;
    },
  ) => Promise<unknown>,
): fc.Arbitrary<StorageCommand> {
  return fc.record(parts).map((given) => ({
    text: `${name} ${JSON.stringify(given)}`,
    run: (tables, stage) => run(tables, stage, given as never),
  }));
}
