import { changePassword } from "@sevenfold/application/people/change-password";
import { deleteUser } from "@sevenfold/application/people/delete-user";
import { register } from "@sevenfold/application/people/register";
import { beginTotp, confirmTotp } from "@sevenfold/application/people/set-up-totp";
import { signIn } from "@sevenfold/application/people/sign-in";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { plainCodeAt } from "@sevenfold/application/testing/plain-codes";
import {
  alice,
  attempt,
  elsewhere,
  openSignInWorld,
  PASSWORD,
  registration,
  type SignInWorld,
} from "@sevenfold/application/testing/sign-in-world";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn, openStorage } from "./open-storage.ts";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

const MINUTE_MS = 60_000;

describe("signing in on the embedded database", () => {
  describePeople(async () => openedOn(await openMemoryDatabase()));
});

describe.skipIf(!canTestOnPostgres())("signing in on a PostgreSQL server", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  describePeople(async () =>
    openStorage({ databaseUrl: await postgres.newDatabase(), ...PATIENT }),
  );
});

/** What many people at the same moment must not be able to break. */
function describePeople(open: () => Promise<OpenStorage>): void {
  let opened: OpenStorage;
  let world: SignInWorld;
  beforeAll(async () => {
    opened = await open();
    world = await openSignInWorld(opened.storage);
  });
  afterAll(() => opened?.close());

  const kindOf = (answer: { ok: boolean; refusal?: { kind: string } }) =>
    answer.ok ? "ok" : answer.refusal?.kind;

  it("makes one user of one name, however many ask for it at once and however they write it", async () => {
    const names = ["Alice", "ALICE", "alice", "ａｌｉｃｅ"];
    const answers = await Promise.all(
      names.map((username, count) =>
        register(world.needs)(
          registration({
            username,
            email: `alice${count}@example.com`,
            broker: { ...registration().broker, apiKey: `AK-alice-${count}` },
            isCounted: false,
          }),
        ),
      ),
    );

    expect(answers.map(kindOf).sort()).toEqual(["name-taken", "name-taken", "name-taken", "ok"]);
    for (const answer of answers)
      if (answer.ok) await oneByOne(world.storage).users.remove(answer.value.id);
  });

  it("makes one user of a request that is sent twice at once", async () => {
    const wanted = registration({ idempotencyKey: "twice", isCounted: false });
    const both = await Promise.all([register(world.needs)(wanted), register(world.needs)(wanted)]);

    const ids = both.map((answer) => (answer.ok ? answer.value.id : kindOf(answer)));
    expect(new Set(ids).size).toBe(1);
    expect(await world.storage.read.accounts.ofUser(ids[0]!)).toHaveLength(1);
  });

  it("counts guesses that come at once one by one, also the first of all", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, count) =>
        signIn(world.needs)(attempt({ password: `guess ${count}`, origin: elsewhere(1) })),
      ),
    );

    const tried = answers.map(kindOf).filter((kind) => kind === "sign-in-failed");
    expect(tried).toHaveLength(5);
    expect(kindOf(await signIn(world.needs)(attempt({ origin: elsewhere(2) })))).toBe("ok");
  });

  it("takes a code once of two who show it at once", async () => {
    const user = (await world.storage.read.users.bySignIn(attempt()))!;
    const begun = await beginTotp(world.needs)(user, PASSWORD);
    const secret = begun.ok ? begun.value.secret : "";
    const code = () => plainCodeAt(secret, world.clock.now());
    await confirmTotp(world.needs)(user, { totpCode: code(), address: "::1" });
    await world.clock.pass(MINUTE_MS);

    const both = await Promise.all(
      [3, 4].map((count) =>
        signIn(world.needs)(attempt({ totpCode: code(), origin: elsewhere(count) })),
      ),
    );
    expect(both.map(kindOf).sort()).toEqual(["ok", "totp-wrong"]);
    await oneByOne(world.storage).totp.remove(user.id);
  });

  it("lets one of two password changes at once be the one, and ends the sign-ins with it", async () => {
    const user = (await world.storage.read.users.bySignIn(attempt()))!;
    const expiresAt = user.trialEndsAt!;
    for (const sidHash of ["here", "there"])
      await opened.signIns.put({ sidHash, userId: user.id, content: {}, expiresAt });
    const both = await Promise.all(
      ["first new horse battery", "second new horse battery"].map((newPassword) =>
        changePassword(world.needs)(user, {
          currentPassword: PASSWORD,
          newPassword,
          sidHash: "here",
          address: "::1",
        }),
      ),
    );

    expect(both.map(kindOf).sort()).toEqual(["ok", "password-wrong"]);
    expect(await opened.signIns.get("there", user.createdAt)).toBeUndefined();
    expect(await opened.signIns.get("here", user.createdAt)).toBeDefined();
    await oneByOne(world.storage).users.remove(user.id);
  });

  it("leaves nothing of a user who is deleted but the audit", async () => {
    const user = await alice(world);
    const account = (await world.storage.read.accounts.selectedOf(user.id))!;
    const how = { password: PASSWORD, address: "::1" };

    expect(kindOf(await deleteUser(world.needs)(user, how))).toBe("ok");
    const { read } = world.storage;
    expect(await read.users.byId(user.id)).toBeUndefined();
    expect(await read.accounts.byId(account.id)).toBeUndefined();
    expect(await read.accounts.credentialsOf(account.id)).toBeUndefined();
    expect((await read.audit.latest(user.id, 1))[0]).toMatchObject({ action: "user-deleted" });
  });
}
