/** Which runs of the matrix are wanted: `npm run kill-matrix` says it in KILL_MATRIX. */
export interface ChosenRuns {
  readonly repeats: number;
  readonly databases: readonly ("pglite" | "postgres")[];
  readonly protocols: readonly ("alpaca" | "etrade")[];
  /** Points by name; empty: all of them. */
  readonly only: readonly string[];
}

const ONCE: ChosenRuns = {
  repeats: 1,
  databases: ["postgres"],
  protocols: ["alpaca"],
  only: [],
};

/** What every run of the tests takes: each kind of place to die at, once. */
const OF_EVERY_RUN: ChosenRuns = {
  ...ONCE,
  only: ["K2", "K7", "K8", "K11", "K12", "K15", "K18", "K21", "K22"],
};

export const chosenRuns = (text = process.env.KILL_MATRIX): ChosenRuns =>
  text === undefined ? OF_EVERY_RUN : { ...ONCE, ...JSON.parse(text) };
