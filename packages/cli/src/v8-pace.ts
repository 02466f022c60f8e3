/**
 * What V8 is told so that it optimizes later: at its own pace ten years of days are over before what it
 * optimizes is of use. Later versions of Node have a V8 that does not know the word and complains of it.
 */
export const laterOptimizing = (nodeVersion: string): readonly string[] =>
  nodeVersion.startsWith("v20.") ? ["--interrupt-budget=400000"] : [];
