import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresAnnouncer } from "@sevenfold/adapters-persistence/announcements/postgres-announcer";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import type { Announcement } from "@sevenfold/application/ports/announcer";
import { seed, someUser } from "@sevenfold/application/testing/storage-rows";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";
import { argon2Hasher } from "../system/argon2-hasher.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-user-"));
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("sevenfold user new-password", () => {
  it("prints what the user signs in with from then on, another one each time", async () => {
    await onStorage(({ storage }) => seed(storage, { user: ALICE }));

    const { code, out } = await run("ALICE@example.com");
    expect(out).toContain("may have to wait for up to an hour");
    const printed = /^Username {2}Alice\nEmail {5}alice@example.com\nPassword {2}(\S{24})\n/.exec(
      out,
    );

    expect(code).toBe(0);
    expect(await isLetIn(printed?.[1])).toBe(true);

    const again = /Password {2}(\S+)/.exec((await run("alice")).out)?.[1];
    expect(await isLetIn(again)).toBe(true);
    expect(await isLetIn(printed?.[1])).toBe(false);
  });

  it("removes a second factor where it is told to alone", async () => {
    const userId = await onStorage(async ({ storage }) => {
      const { user } = await seed(storage, { user: ALICE });
      await storage.transact(({ totp }) => totp.put(secondFactorOf(user.id)));
      return user.id;
    });
    const hasSecondFactor = () =>
      onStorage(async ({ storage }) => (await storage.read.totp.of(userId)) !== undefined);

    await run("alice");
    expect(await hasSecondFactor()).toBe(true);
    await run("alice", "--remove-second-factor");
    expect(await hasSecondFactor()).toBe(false);
  });

  it("says whom it does not find, and whom it may not choose", async () => {
    await onStorage(async ({ storage }) => {
      await seed(storage, { user: ALICE });
      await storage.transact(({ users }) => users.add(someUser({ username: ALICE.email })));
      await storage.transact(({ users }) =>
        users.add(someUser({ username: "visitor", isDemo: true })),
      );
    });

    const none = { code: 3, out: "" };
    expect(await run("bob")).toMatchObject({
      ...none,
      err: expect.stringContaining('no user has the username or e-mail address "bob"'),
    });
    expect(await run(ALICE.email)).toMatchObject({
      ...none,
      err: expect.stringContaining("name the user by the other one"),
    });
    expect(await run("visitor")).toMatchObject({
      ...none,
      err: expect.stringContaining("a visitor of the demo, who has no password"),
    });
  });

  it("begins no database in a folder in which Sevenfold never ran", async () => {
    expect(await run("alice")).toMatchObject({
      code: 3,
      err: expect.stringContaining(`there is no database in ${home}, so nothing was done`),
    });
    expect(readdirSync(home)).toEqual([]);
  });
});

describe.skipIf(!canTestOnPostgres())("sevenfold user new-password on PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  it("has the processes that serve the user's open windows look their sign-ins up at once", async () => {
    const url = await postgres.newDatabase();
    vi.stubEnv("DATABASE_URL", url);
    const opened = await openStorage({ dataFolder: home, databaseUrl: url });
    const { user } = await seed(opened.storage, { user: ALICE });
    await opened.close();
    const heard: Announcement[] = [];
    const serving = await openPostgresAnnouncer({ url, local: inMemoryAnnouncer(), log: SILENT });
    serving.listen((announcement) => heard.push(announcement));

    expect((await run("alice")).code).toBe(0);

    const told = { accountId: "", userId: user.id, topic: "sign-ins" };
    await vi.waitFor(() => expect(heard).toEqual([told]), { timeout: 30_000 });
    await serving.close();
  });
});

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const ALICE = { username: "Alice", email: "alice@example.com" };

const secondFactorOf = (userId: string) => {
  const { createdAt: begunAt } = someUser();
  return { userId, sealedSecret: "sealed", begunAt, confirmedAt: begunAt, recoveryHashes: [] };
};

const isLetIn = (password = "") =>
  onStorage(async ({ storage }) => {
    const [user] = await storage.read.users.byName("alice");
    return (await argon2Hasher().verify(user?.passwordHash ?? "", password)).isRight;
  });

async function onStorage<Value>(work: (opened: OpenStorage) => Promise<Value>): Promise<Value> {
  const opened = await openStorage({ dataFolder: home });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

async function run(...argv: readonly string[]) {
  let [out, err] = ["", ""];
  const code = await runCommandLine(
    ["user", "new-password", ...argv],
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      hasColor: false,
      isVerbose: false,
    },
    COMMANDS,
  );
  return { code, out, err };
}
