import { after, NOON, seed } from "@sevenfold/application/testing/storage-rows";
import { inMemoryDatabase } from "@sevenfold/application/testing/world/in-memory-storage";
import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { contentOf, expiryOf, newSignIn, SIGN_IN_LIFE, useNotes } from "./sign-in-life.ts";

const LATER = after(SIGN_IN_LIFE.noteUseMs);

async function opened() {
  const { signIns, storage } = inMemoryDatabase();
  const { user } = await seed(storage);
  const content = newSignIn(user, { at: NOON, device: "a browser", life: SIGN_IN_LIFE });
  await signIns.put({
    sidHash: "h",
    userId: user.id,
    content: { ...content },
    expiresAt: expiryOf(content),
  });
  let changes = 0;
  const noteUse = useNotes(
    {
      change: (sidHash, change) => {
        changes += 1;
        return signIns.change(sidHash, change);
      },
    },
    SIGN_IN_LIFE,
  );
  const lastSeen = async () => contentOf((await signIns.get("h", NOON))!)?.lastSeenAt;
  let latest = (await signIns.get("h", NOON))!;
  /** As it stands in the table, over or not. */
  const stored = async () => {
    await signIns.change("h", (signIn) => {
      latest = signIn;
      return signIn;
    });
    return latest;
  };
  return {
    signIns,
    stored,
    changes: () => changes,
    lastSeen,
    note: (at = LATER) => noteUse({ sidHash: "h", content, at }),
  };
}

describe("that a sign-in is in use", () => {
  it("is noted once for all requests that come at the same time", async () => {
    const { changes, lastSeen, note } = await opened();

    await Promise.all(Array.from({ length: 20 }, () => note()));

    expect(changes()).toBe(1);
    expect(await lastSeen()).toBe(LATER);
  });

  it("is not written again for a request that knew of an older use", async () => {
    const { lastSeen, note } = await opened();
    await note();
    await note(after(SIGN_IN_LIFE.noteUseMs + 1));

    expect(await lastSeen()).toBe(LATER);
  });

  it("does not bring back one whose time was over before the note was written", async () => {
    const { signIns, note, stored } = await opened();
    const before = await stored();

    // Not swept away yet, and found by a request that came before its end.
    await note(before.expiresAt);
    expect(await stored()).toEqual(before);

    await note(instant(before.expiresAt + SIGN_IN_LIFE.noteUseMs));
    expect(await stored()).toEqual(before);
    expect(await signIns.get("h", before.expiresAt)).toBeUndefined();
  });

  it("prolongs it to the moment before its end, and never beyond what nothing prolongs", async () => {
    const { note, stored } = await opened();
    const { expiresAt } = await stored();
    const last = instant(expiresAt - 1);

    await note(last);
    expect((await stored()).expiresAt).toBe(last + SIGN_IN_LIFE.idleMs);

    const endsAt = after(SIGN_IN_LIFE.longestMs);
    for (let at = last; at < endsAt; at = instant(at + SIGN_IN_LIFE.idleMs - 1)) await note(at);
    expect((await stored()).expiresAt).toBe(endsAt);
  });

  it("is not noted anew within the minute", async () => {
    const { changes, note } = await opened();

    await note(after(SIGN_IN_LIFE.noteUseMs - 1));

    expect(changes()).toBe(0);
  });
});
