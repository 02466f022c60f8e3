import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { processStart } from "#lock-file";
import { FolderInUse, lockFolder } from "./folder-lock.ts";
import { buildProgram, type ChildProgram } from "./testing/child-program.ts";

/** What others do in the moment before this process makes its lock file. */
const meanwhile = vi.hoisted(() => ({ happens: () => {} }));
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const linkSync: typeof fs.linkSync = (...paths) => {
    meanwhile.happens();
    meanwhile.happens = () => {};
    fs.linkSync(...paths);
  };
  const writeFileSync: typeof fs.writeFileSync = (path, text, ...more) => {
    if (!disk.isFull) return fs.writeFileSync(path, text, ...more);
    fs.writeFileSync(path, "", ...more);
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  return { ...fs, linkSync, writeFileSync };
});

/** A full disk still makes a file, and then takes nothing into it. */
const disk = vi.hoisted(() => ({ isFull: false }));

/** No process has it: the largest a Linux kernel gives is 2^22. */
const DEAD_PID = 2 ** 22 + 1;

describe("lockFolder", () => {
  let home: string;
  let folder: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "sevenfold-lock-"));
    folder = join(home, "database");
  });
  afterEach(() => {
    disk.isFull = false;
    rmSync(home, { recursive: true, force: true });
  });

  /** Beside them a holder has its socket. */
  const lockFiles = () =>
    readdirSync(home).filter((name) => !/^\.database\.lock\.\w{8}$/.test(name));

  const leave = (number: number, holder: object | string) =>
    writeFileSync(
      `${folder}.lock.${number}`,
      typeof holder === "string" ? holder : JSON.stringify(holder),
    );

  it("refuses the folder a second time, and names who has it", () => {
    lockFolder(folder);

    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(/DATABASE_URL/);
  });

  it("gives the folder again once it is released", () => {
    lockFolder(folder).release();

    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    lock.release();
  });

  it("takes over from a process that is gone", () => {
    leave(7, { pid: DEAD_PID, startedAt: "any", isReleased: false });

    lockFolder(folder);
    expect(lockFiles()).toEqual(["database.lock.8"]);
  });

  it("takes over from a process whose id another one has now", () => {
    leave(1, { pid: process.pid, startedAt: "before the last boot", isReleased: false });

    expect(() => lockFolder(folder)).not.toThrow();
  });

  it("refuses a folder that a living process holds", () => {
    const startedAt = processStart(process.ppid);
    leave(3, { pid: process.ppid, startedAt, isReleased: false });

    expect(() => lockFolder(folder)).toThrow(`Process ${process.ppid}`);
    expect(readdirSync(home)).toEqual(["database.lock.3"]);
  });

  describe.skipIf(process.platform !== "linux")("whose holder is in another container", () => {
    /** To this process the holder's id is nobody's, or another's. */
    const isElsewhere = (number: number) => {
      const file = `${folder}.lock.${number}`;
      const holder = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...holder, pid: DEAD_PID, space: "pid:[1]" }));
    };

    it("is refused while that lives, and given once it has ended in order", () => {
      const lock = lockFolder(folder);
      isElsewhere(1);
      expect(() => lockFolder(folder)).toThrow(FolderInUse);

      lock.release();
      expect(() => lockFolder(folder)).not.toThrow();
    });

    it("is given once that was killed, and nothing of it is left", () => {
      const killed = spawnSync(
        process.execPath,
        [
          "-e",
          'require("node:net").createServer().listen("old", () => process.kill(process.pid, 9))',
        ],
        { cwd: home },
      );
      expect(killed.signal).toBe("SIGKILL");
      leave(4, { pid: process.pid, startedAt: "any", space: "pid:[1]", socket: "old" });

      expect(() => lockFolder(folder).release()).not.toThrow();
      expect(readdirSync(home)).toEqual(["database.lock.5"]);
    });
  });

  it("stands back where others took the folder over twice since it looked", () => {
    const startedAt = processStart(process.ppid);
    leave(7, { pid: DEAD_PID, startedAt: "any", isReleased: false });
    // The first of them made file 8 and ended; the second made file 9, and removed those before it.
    meanwhile.happens = () => {
      rmSync(`${folder}.lock.7`);
      leave(9, { pid: process.ppid, startedAt: startedAt!, isReleased: false });
    };

    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(readdirSync(home)).toEqual(["database.lock.9"]);
  });

  it("leaves nothing on a full disk", () => {
    disk.isFull = true;

    expect(() => lockFolder(folder)).toThrow("no space left");
    expect(readdirSync(home)).toEqual([]);
  });

  it("is given back on a full disk too", () => {
    const lock = lockFolder(folder);
    disk.isFull = true;
    lock.release();
    expect(readdirSync(home)).toEqual(["database.lock.1"]);

    disk.isFull = false;
    lockFolder(folder);
    expect(lockFiles()).toEqual(["database.lock.2"]);
  });

  it("takes over from a file that says nothing", () => {
    leave(1, "");

    expect(() => lockFolder(folder)).not.toThrow();
  });

  describe("asked by eight processes at the same moment", () => {
    let program: ChildProgram;
    beforeAll(async () => {
      program = await buildProgram(new URL("./testing/lock-process.ts", import.meta.url));
    });
    afterAll(() => program?.remove());

    it("gives the folder of a dead holder to one of them", async () => {
      for (let round = 0; round < 3; round += 1) {
        leave(100 * (round + 1), { pid: DEAD_PID, startedAt: "any", isReleased: false });
        const rivals = Array.from({ length: 8 }, () => program.run(folder));
        for (const rival of rivals) expect(await rival.nextLine()).toBe("ready");
        for (const rival of rivals) rival.process.stdin!.write("go\n");
        const answers = await Promise.all(rivals.map((rival) => rival.nextLine()));
        for (const rival of rivals) rival.process.stdin!.end();
        await Promise.all(rivals.map(({ ended }) => ended));

        expect(answers.sort()).toEqual([...Array(7).fill("refused"), "taken"]);
      }
    });
  });

  describe("taken and given back by twenty processes", () => {
    let program: ChildProgram;
    beforeAll(async () => {
      program = await buildProgram(new URL("./testing/lock-turns-process.ts", import.meta.url));
    });
    afterAll(() => program?.remove());

    it("is never with two of them", async () => {
      const rivals = Array.from({ length: 20 }, () => program.run(folder, "8"));
      for (const rival of rivals) expect(await rival.nextLine()).toBe("ready");
      for (const rival of rivals) rival.process.stdin!.write("go\n");
      const answers = await Promise.all(rivals.map((rival) => rival.nextLine()));
      await Promise.all(rivals.map(({ ended }) => ended));

      expect(answers).toEqual(Array(20).fill("done"));
    });
  });
});

describe("processStart", () => {
  it("is the same each time for a process, and nothing for none", () => {
    expect(processStart(process.pid)).toBe(processStart(process.pid));
    expect(processStart(process.pid)).not.toBe(processStart(process.ppid));
    expect(processStart(DEAD_PID)).toBeUndefined();
  });
});
