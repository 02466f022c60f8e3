import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder of this run alone, in which test files leave what is judged of them together. */
    readonly sharedFolder: string;
  }
}

/** One for every process of the run, gone with it. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-tests-"));
  project.provide("sharedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
