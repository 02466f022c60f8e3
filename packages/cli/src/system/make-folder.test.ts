import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkFolder, makeFolder, writeReasonOf } from "./make-folder.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-folders-"));
  await writeFile(join(folder, "file"), "");
  await symlink(join(folder, "nowhere"), join(folder, "dangling"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reasonOf = (work: Promise<void>) => work.then(() => "done", writeReasonOf);

describe("makeFolder", () => {
  it("makes the folders that are missing on the way, however many ask at once", async () => {
    const path = join(folder, "a", "b", "c");

    await Promise.all([1, 2, 3, 4].map(() => makeFolder(path)));
    await makeFolder(path);

    expect(await readdir(join(folder, "a", "b"))).toEqual(["c"]);
  });

  it("makes them also where somebody else makes the one above at that very moment", async () => {
    for (let round = 0; round < 200; round += 1) {
      const above = join(folder, `${round}`);
      const made = [makeFolder(join(above, "a", "b")), makeFolder(join(above, "a", "c"))];

      await Promise.all([...made, makeFolder(join(above, "a")), makeFolder(above)]);
    }
  });

  it.each([
    ["file", "a file of that name is in the way"],
    ["file/a/b", "a file is in the way"],
    ["dangling", "a file of that name is in the way"],
    ["n".repeat(300), "the name is too long"],
  ])("says why %.20s cannot be made", async (path, reason) => {
    expect(await reasonOf(makeFolder(join(folder, path)))).toBe(reason);
  });
});

describe("checkFolder", () => {
  it("has nothing against a folder that is there or can be made, and makes none", async () => {
    await checkFolder(folder);
    await checkFolder(join(folder, "a", "b"));

    expect((await readdir(folder)).sort()).toEqual(["dangling", "file"]);
  });

  it.each(["file", "file/a/b"])("says that a file is in the way of %s", async (path) => {
    expect(await reasonOf(checkFolder(join(folder, path)))).toBe("a file is in the way");
  });
});
