import { existsSync, readFileSync } from "node:fs";

/** Counts of vitest's JSON report; a file that fails outside its tests counts as one failure. */
export function readTally(reportPath) {
  // No report: vitest itself broke down.
  if (!existsSync(reportPath)) return { passed: 0, failed: 1, skipped: 0 };
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
  };
}
