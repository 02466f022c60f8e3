/** What tests fail by when they find that something is not as they say. */
const CLAIMS = new Set([
  "AssertionError",
  "InvariantViolation",
  "RuleBroken",
  "TestingLibraryElementError",
]);

/**
 * Whether a failure is a case's own word that something is wrong: an expectation, an invariant, or a
 * property that either of them contradicts. A file that cannot be loaded, a call of what is not there
 * and a test that hangs are none.
 */
export function isClaim({ cause, message, name }) {
  return CLAIMS.has(name) || (message.startsWith("Property failed after") && CLAIMS.has(cause));
}

/**
 * What became of a mutant whose named cases were run with it. `outcomes` are, by test file, the errors
 * outside its cases and how each case ended.
 */
export function verdictOf({ foundBy }, outcomes) {
  const found = Object.entries(foundBy).flatMap(([test, titles]) =>
    titles.map((title) => caseVerdict(test, title, outcomes[test])),
  );
  return (
    found.find(({ kind }) => kind === "error") ??
    found.find(({ kind }) => kind === "survived") ??
    found[0] ?? { kind: "error", why: "no case is named" }
  );
}

function caseVerdict(test, title, { cases, errors } = { cases: [], errors: [] }) {
  const [broken] = errors;
  if (broken) return { kind: "error", why: `${test} did not run: ${lineOf(broken)}` };
  const named = cases.filter((each) => each.title === title && each.state !== "skipped");
  if (named.length === 0) return { kind: "error", why: `${test} has no case “${title}”` };
  const failed = named.filter(({ state }) => state === "failed");
  if (failed.length === 0) return { kind: "survived", why: `“${title}” passes` };
  const failures = failed.flatMap((each) => each.errors);
  const stray = failures.find((failure) => !isClaim(failure));
  return stray
    ? { kind: "error", why: `“${title}” fails by no claim of its own: ${lineOf(stray)}` }
    : { kind: "killed", why: `“${title}”` };
}

const lineOf = ({ message, name }) => `${name}: ${message.split("\n", 1)[0]}`;
