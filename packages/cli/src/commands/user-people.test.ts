import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { eraseUser } from "@sevenfold/application/people/erase-user";
import { tryKeysOf } from "@sevenfold/application/people/sign-in";
import { countTry, THROTTLE_RULES } from "@sevenfold/application/people/throttling";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { seed, someOrder, someUser } from "@sevenfold/application/testing/storage-rows";
import { instant } from "@sevenfold/domain/market";
import { ok } from "@sevenfold/domain/result";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { UserListDocument } from "../schema/user-schemas.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { runUser } from "../testing/user-command.ts";

const shared = vi.hoisted((): { opened?: OpenStorage } => ({}));

// One database for the file, which is opened once: each command would take seconds to open its own.
vi.mock("./command-storage.ts", async (original) => ({
  ...(await original<typeof import("./command-storage.ts")>()),
  openKeptStorage: async () => ({ ...shared.opened, close: async () => undefined }),
}));

const people = () => {
  if (!shared.opened) throw new Error("The database is not open.");
  return shared.opened.storage;
};

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-people-"));
  shared.opened = await openStorage({ dataFolder: home });
});
afterAll(async () => {
  await shared.opened?.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", home);
  vi.stubEnv("STRIPE_SECRET_KEY", "");
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  const storage = people();
  const left = [
    ...(await storage.read.users.page({ limit: 500 })),
    ...(await storage.read.users.byName(VISITOR)),
  ];
  for (const { id } of left) await eraseUser({ clock: systemClock, storage }, id);
});

const VISITOR = "visitor";
const ALICE = { username: "Alice", email: "alice@example.com" };

/** Alice with an account, and what else the test wants of her. */
async function withAlice(
  work: (storage: Storage, user: User, accountId: string) => unknown = () => {},
) {
  const storage = people();
  const { account, user } = await seed(storage, { user: ALICE });
  await work(storage, user, account.id);
  return user;
}

/** As many wrong sign-ins as are free, from one address. */
async function lockOut(storage: Storage, { id: userId, username }: User, address: string) {
  const keys = tryKeysOf({ identifiers: randomIdentifiers }, { network: address, username });
  const at = systemClock.now();
  const rule = THROTTLE_RULES.signInPerAccount;
  for (let tries = 0; tries < rule.triesMax; tries += 1) {
    await countTry(storage, keys.ofAccount, { rule, at });
    await storage.transact(({ audit }) =>
      audit.add({ at, userId, action: "sign-in-failed", address }),
    );
  }
  return () => storage.read.throttles.of(keys.ofAccount);
}

const listed = async (...argv: readonly string[]) => {
  const { code, out } = await runUser("list", "--json", ...argv);
  expect(code).toBe(0);
  return UserListDocument.parse(JSON.parse(out));
};

describe("sevenfold user list", () => {
  it("tells of each user what an operator is asked for, as a table and as a document", async () => {
    const seen = instant(systemClock.now() - 60_000);
    await withAlice(async (storage, user) => {
      await storage.transact(async ({ signIns, users }) => {
        const content = { userId: user.id, signedInAt: 0, lastSeenAt: seen, endsAt: 0, device: "" };
        const expiresAt = instant(seen + 3_600_000);
        await signIns.put({ sidHash: "h", userId: user.id, content, expiresAt });
        await users.add(someUser({ username: VISITOR, isDemo: true }));
      });
      await lockOut(storage, user, "203.0.113.7");
    });

    const { next, users } = await listed();
    expect(next).toBeNull();
    expect(users).toEqual([
      expect.objectContaining({
        ...ALICE,
        accounts: 1,
        hasSecondFactor: false,
        isLeaving: false,
        lastSeenAt: new Date(seen).toISOString(),
        waits: [{ network: "203.0.113.7", until: expect.any(String) }],
      }),
    ]);
    const { out } = await runUser("list");
    expect(out).toMatch(/^Alice +alice@example\.com .* 1 +\d{4}-.*Z +no +\d{4}-.*Z$/m);
    expect(out).not.toContain(VISITOR);
  });

  it("goes on behind the last one of a page", async () => {
    await people().transact(async ({ users }) => {
      for (const username of ["carol", "Alice", "bob"]) await users.add(someUser({ username }));
    });
    const namesOf = ({ users }: UserListDocument) => users.map(({ username }) => username);

    const first = await listed("--limit", "2");
    expect(namesOf(first)).toEqual(["Alice", "bob"]);
    expect(first.next).toBe("bob");
    const second = await listed("--limit", "2", "--after", "bob");
    expect([namesOf(second), second.next]).toEqual([["carol"], null]);
    expect((await runUser("list", "--limit", "2")).out).toContain('--after "bob"');
    expect((await runUser("list", "--limit", "501")).code).toBe(2);
  });
});

describe("sevenfold user unlock", () => {
  it("lifts what waits, by the addresses on record and the one that is named", async () => {
    await withAlice((storage, user) => lockOut(storage, user, "203.0.113.9"));

    expect(await runUser("unlock", "alice")).toMatchObject({
      code: 0,
      out: "Alice: 1 wait is lifted. The next try counts as the first.\n",
    });
    expect((await listed()).users[0]?.waits).toEqual([]);
    expect((await runUser("unlock", "alice", "--address", "2001:0db8::1")).out).toContain(
      "nothing that is known of waited",
    );
    expect(await runUser("unlock", "alice", "--address", "home")).toMatchObject({ code: 2 });
    expect(await runUser("unlock", "bob")).toMatchObject({
      code: 3,
      err: expect.stringContaining('no user has the username or e-mail address "bob"'),
    });
  });
});

describe("sevenfold user delete", () => {
  const rowOf = (id: string) => people().read.users.byId(id);

  it("deletes nobody until the username is given once more", async () => {
    const { id } = await withAlice();

    for (const confirm of [[], ["--confirm", "alice"], ["--confirm", "bob"]])
      expect(await runUser("delete", ALICE.email, ...confirm)).toMatchObject({
        ...{ code: 2, out: "" },
        err: expect.stringContaining(
          "deletes Alice, alice@example.com, with 1 broker account and the whole history",
        ),
      });
    expect(await rowOf(id)).toMatchObject(ALICE);

    const deleted = await runUser("delete", ALICE.email, "--confirm", "Alice");
    expect(deleted).toMatchObject({ code: 0, out: expect.stringContaining("is gone") });
    expect(await rowOf(id)).toBeUndefined();
    const [line] = await people().read.audit.latest(id, 1);
    expect(line).toMatchObject({ action: "user-deleted", text: "by the operator" });
  });

  it("is refused while orders are open, and names them", async () => {
    const { id } = await withAlice((storage, _user, accountId) =>
      storage.transact(async ({ orders }) => {
        const order = someOrder(accountId);
        await orders.add(order);
        await orders.change(order.clientKey, (row) => ok({ ...row, status: "working" }));
      }),
    );

    expect(await runUser("delete", "alice", "--confirm", "Alice")).toMatchObject({
      code: 3,
      err: expect.stringMatching(/orders are open: buy \d+ AAPL\. Nothing was deleted/),
    });
    expect(await rowOf(id)).toMatchObject(ALICE);
  });

  it("deletes nobody who would go on being charged", async () => {
    const paying = {
      customerId: "cus_1",
      billingMode: "live",
      subscriptionStatus: "active",
      plan: "pro",
      subscriptionId: "sub_1",
    } as const;
    const { id } = await withAlice((storage, user) =>
      storage.transact(({ users }) => users.change(user.id, (row) => ({ ...row, ...paying }))),
    );

    expect(await runUser("delete", "alice", "--confirm", "Alice")).toMatchObject({
      code: 1,
      err: expect.stringContaining("what the user pays for could not be ended"),
    });
    const row = await rowOf(id);
    expect(row).toMatchObject(paying);
    expect(row).not.toHaveProperty("expiresAt");
  });
});
