import { expect, it } from "vitest";
import { type CaseDocument, caseReport } from "./case-report.ts";

const failed = (rule: string, message: string) =>
  ({ rule, promise: `keeps ${rule}`, outcome: "failed", message, durationMs: 1 }) as const;

it("says once what broke several rules, under all of them", () => {
  const document: CaseDocument = {
    ...{ schemaVersion: 1, engineVersion: "0", adapter: "mine", capabilities: [], lacks: [] },
    ...{ passed: 0, failed: 3, skipped: 0 },
    cases: [
      failed("submit/one", "submit is not written yet"),
      failed("list/two", "list is not written yet"),
      failed("submit/three", "submit is not written yet"),
    ],
  };

  const [, ...told] = caseReport(document).split("\n\n");
  expect(told).toEqual([
    "submit/one\n  it keeps submit/one\nsubmit/three\n  it keeps submit/three\n  submit is not written yet",
    "list/two\n  it keeps list/two\n  list is not written yet",
    "mine: 0 passed, 3 failed, 0 skipped\n",
  ]);
});
