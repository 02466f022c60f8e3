import { existsSync, readFileSync } from "node:fs";

/** Counts of vitest's JSON report, and its failed files; one that fails outside its tests counts as one failure. */
export function readTally(reportPath) {
  // No report: vitest itself broke down.
  if (!existsSync(reportPath)) return { passed: 0, failed: 1, skipped: 0, failedFiles: [] };
  const report = JSON.parse(readFileSync(reportPath, "utf8"));
  // It could not be loaded, or what prepares its tests failed.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    // An error outside any file fails the run although every test passed.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failedFiles: report.testResults
      .filter(({ status }) => status === "failed")
      .map(({ name, assertionResults }) => ({
        name,
        passed: countOf(assertionResults, "passed"),
        failed: Math.max(1, countOf(assertionResults, "failed")),
      })),
  };
}

/**
 * The tally once its failed files ran again with the result `again`: what these files gave the
 * first time is replaced. A failure outside any file stays one.
 */
export function withSecondRun(first, again) {
  const replaced = (count) => first.failedFiles.reduce((sum, file) => sum + file[count], 0);
  return {
    passed: first.passed - replaced("passed") + again.passed,
    failed: first.failed - replaced("failed") + again.failed,
    skipped: first.skipped + again.skipped,
    failedFiles: again.failedFiles,
  };
}

function countOf(results, status) {
  return results.filter((result) => result.status === status).length;
}
