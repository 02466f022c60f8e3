import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../terminal.ts";
import { sweepProgress } from "./sweep-progress.ts";

const WIPED = "\u001b[2K";

function watched(isInteractive: boolean) {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const terminal: Terminal = {
    ...{ stdout: new PassThrough(), stderr, isInteractive },
    ...{ hasColor: false, isVerbose: false },
  };
  return { terminal, said: () => String(stderr.read() ?? "") };
}

describe("the progress of a sweep", () => {
  it("says how far it has come, and is gone when it ends", () => {
    const { terminal, said } = watched(true);
    const progress = sweepProgress(terminal, 4_000);
    progress.tell(1_000);
    expect(said()).toContain("1,000 of 4,000 tried, 25%");

    progress.tell(3_000);
    progress.end();
    const last = said();
    expect(last).toContain("3,000 of 4,000 tried, 75%");
    expect(last.lastIndexOf(WIPED)).toBeGreaterThan(last.lastIndexOf("tried"));
  });

  it("counts paths by their own word, and says how long the rest may take", () => {
    const { terminal, said } = watched(true);
    const progress = sweepProgress(terminal, 4_000, "paths drawn");
    progress.tell(1_000);

    expect(said()).toMatch(/1,000 of 4,000 paths drawn, 25%, \S+ left/);
    progress.end();
  });

  it("says nothing where nobody watches, or nothing was begun", () => {
    const alone = watched(false);
    const progress = sweepProgress(alone.terminal, 4_000);
    progress.tell(1_000);
    progress.end();
    const early = watched(true);
    sweepProgress(early.terminal, 4_000).end();

    expect([alone.said(), early.said()]).toEqual(["", ""]);
  });
});
