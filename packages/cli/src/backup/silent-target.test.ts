import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { makeBackup } from "./make-backup.ts";
import { patientWith } from "./patience.ts";

vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  mkdir: () => new Promise(() => undefined),
}));

it("gives a backup up where the disk it is written to neither takes nor refuses anything", async () => {
  const place = { dataFolder: "unused", journal: undefined, targetTimeoutMs: 50 };

  await expect(makeBackup(place, "/away/one", new Date(0))).rejects.toMatchObject({
    name: "TargetSilent",
    message: expect.stringContaining("/away/one has neither taken nor refused anything for"),
  });
});

it("waits for a disk so long as it says something now and then", async () => {
  const patiently = patientWith("/slow", 200);

  const slow = patiently(async (stir) => {
    for (let piece = 0; piece < 6; piece++) {
      await wait(60);
      stir();
    }
    return "whole";
  });
  await expect(slow).resolves.toBe("whole");
});
