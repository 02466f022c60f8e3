import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { after, NOON, seed } from "@sevenfold/application/testing/storage-rows";
import { inMemoryDatabase } from "@sevenfold/application/testing/world/in-memory-storage";
import { describe, expect, it } from "vitest";

import { openKept } from "../memory/kept.ts";
import { keepReads } from "../memory/kept-reads.ts";
import { keepPeople } from "./kept-people.ts";

async function opened() {
  const { signIns: stored, storage } = inMemoryDatabase();
  let lookUps = 0;
  const signIns: typeof stored = {
    ...stored,
    get: (...asked) => {
      lookUps += 1;
      return stored.get(...asked);
    },
  };
  let nowMs = 0;
  const memory = openKept({ clock: { monotonicMs: () => nowMs }, keptMs: 1_000 });
  const kept = keepPeople({ kept: memory, signIns, users: keepReads(storage, memory).users });
  const { user } = await seed(storage);
  await kept.signIns.put({ sidHash: "h", userId: user.id, content: {}, expiresAt: after(9_000) });
  const isSignedIn = async () => (await kept.signIns.get("h", NOON)) !== undefined;
  return {
    isSignedIn,
    kept,
    lookUps: () => lookUps,
    memory,
    signIns,
    storage,
    user,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("a kept sign-in", () => {
  it("is believed for a moment where another process ended it", async () => {
    const { isSignedIn, pass, signIns } = await opened();
    expect(await isSignedIn()).toBe(true);
    await signIns.remove("h");

    pass(799);
    expect(await isSignedIn()).toBe(true);
    pass(201);
    expect(await isSignedIn()).toBe(false);
  });

  it("ends at once where it is ended here", async () => {
    for (const end of [
      (kept: Awaited<ReturnType<typeof opened>>["kept"]) => kept.signIns.remove("h"),
      (kept: Awaited<ReturnType<typeof opened>>["kept"], userId: string) =>
        kept.signIns.removeOfUser(userId),
    ]) {
      const { isSignedIn, kept, user } = await opened();
      expect(await isSignedIn()).toBe(true);
      await end(kept, user.id);

      expect(await isSignedIn()).toBe(false);
    }
  });

  it("ends at once also for who looked it up while it was being ended", async () => {
    const { isSignedIn, kept, signIns } = await opened();
    const { remove } = signIns;
    signIns.remove = async (sidHash) => {
      expect(await isSignedIn()).toBe(true);
      await remove(sidHash);
    };

    await kept.signIns.remove("h");

    expect(await isSignedIn()).toBe(false);
  });

  it("ends at once when its user is forgotten", async () => {
    const { isSignedIn, memory, signIns, user } = await opened();
    expect(await isSignedIn()).toBe(true);
    await signIns.remove("h");
    memory.forget(user.id);

    expect(await isSignedIn()).toBe(false);
  });

  it("ends at once when everything is forgotten", async () => {
    const { isSignedIn, memory, signIns } = await opened();
    expect(await isSignedIn()).toBe(true);
    await signIns.remove("h");
    memory.forgetAll();

    expect(await isSignedIn()).toBe(false);
  });

  it("is looked up once for all who ask at the same time", async () => {
    const { kept, lookUps } = await opened();
    await Promise.all(Array.from({ length: 20 }, () => kept.signIns.get("h", NOON)));

    expect(lookUps()).toBe(1);
  });

  it("is not believed where it ended while it was being looked up", async () => {
    const { isSignedIn, memory, signIns, user } = await opened();
    const before = isSignedIn();
    await signIns.remove("h");
    memory.forget(user.id);
    await before;

    expect(await isSignedIn()).toBe(false);
  });

  it("is over at its own time, kept or not", async () => {
    const { isSignedIn, kept } = await opened();
    expect(await isSignedIn()).toBe(true);

    expect(await kept.signIns.get("h", after(9_000))).toBeUndefined();
  });
});

describe("a kept user", () => {
  it("is read again once they are forgotten", async () => {
    const { kept, memory, storage, user } = await opened();
    const status = async () => (await kept.userById(user.id))?.subscriptionStatus;
    expect(await status()).toBe("trial");
    await oneByOne(storage).users.change(user.id, (row) => ({
      ...row,
      subscriptionStatus: "active",
    }));
    expect(await status()).toBe("trial");

    memory.forget(user.id);
    expect(await status()).toBe("active");
  });
});
