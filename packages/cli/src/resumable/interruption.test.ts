import { describe, expect, it } from "vitest";
import type { Terminal } from "../terminal.ts";
import { hearInterruption } from "./interruption.ts";

function watched() {
  const said: string[] = [];
  const sink = { write: (text: string) => said.push(text) };
  const terminal: Terminal = { stdout: sink, stderr: sink, hasColor: false, isVerbose: false };
  return { terminal, said };
}

describe("an interruption", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("by %s is said once, and then asked for", (signal) => {
    const { terminal, said } = watched();
    const before = process.listeners(signal);
    const interruption = hearInterruption(terminal);

    const first = interruption.isAsked();
    process.emit(signal);

    expect([first, interruption.isAsked()]).toEqual([false, true]);
    expect(said.join("")).toMatch(/^stopping as soon as what is at work is done; .+\n$/);
    interruption.end();
    expect(process.listeners(signal)).toEqual(before);
  });
});
