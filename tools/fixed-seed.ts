import fc from "fast-check";

/**
 * Properties draw the same cases on every run, so that one commit has one verdict.
 * FC_SEED=random draws new ones (a failure prints its seed); FC_RUNS=1000 tries more of them.
 */
const { FC_SEED = "20260302", FC_RUNS } = process.env;
fc.configureGlobal({
  ...(FC_SEED !== "random" && { seed: Number(FC_SEED) }),
  ...(FC_RUNS && { numRuns: Number(FC_RUNS) }),
});
