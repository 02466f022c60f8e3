import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { keepCommand } from "./keep-command.ts";

it("leaves it to the end to say that a run was not kept, so that its result is shown before", async () => {
  const terminal = { stdout: { write: () => {} }, stderr: { write: () => {} } };
  const run = {
    startedAt: new Date(0),
    words: [],
    files: () => Promise.reject(new Error("the disk is full")),
  };

  const tellKept = await keepCommand(
    run,
    { out: tmpdir(), runFolder: true },
    { ...terminal, hasColor: false, isVerbose: false },
  );

  expect(tellKept).toThrow("the disk is full");
});
