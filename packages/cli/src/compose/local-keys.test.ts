import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";

import { localKey } from "./local-keys.ts";

async function place() {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-key-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, name: "some-key", path: join(folder, "some-key") };
}

describe("a key in a file of our own", () => {
  it("is made once, for its owner alone, and is the same for all who start at once", async () => {
    const { path, ...wanted } = await place();
    const keys = await Promise.all([localKey(wanted), localKey(wanted), localKey(wanted)]);

    expect(new Set(keys.map(String)).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await localKey(wanted)).toEqual(keys[0]);
  });

  it("is waited for where another process has made the file and not written it yet", async () => {
    const { path, ...wanted } = await place();
    await writeFile(path, "");
    const reading = localKey(wanted);
    await setTimeout(100);
    await writeFile(path, Buffer.alloc(32, 7).toString("base64"));

    await expect(reading).resolves.toEqual(Buffer.alloc(32, 7));
  });

  it("that was never written is not made anew, and what to do is said", async () => {
    const { path, ...wanted } = await place();
    await writeFile(path, "");

    await expect(localKey(wanted)).rejects.toThrow(
      /is empty\. Where it never held a key, delete it/,
    );
    expect(await readFile(path, "utf8")).toBe("");
  });
});
