import { inMemoryDatabase } from "@sevenfold/application/simulation/in-memory-storage";
import { after, NOON, settle } from "@sevenfold/application/testing/storage-rows";
import { describe, expect, it } from "vitest";

import { contentOf, newSignIn, SIGN_IN_LIFE, useNotes } from "./sign-in-life.ts";

const LATER = after(SIGN_IN_LIFE.noteUseMs);

async function opened() {
  const { signIns, storage } = inMemoryDatabase();
  const { user } = await settle(storage);
  const content = newSignIn(user, { at: NOON, device: "a browser", life: SIGN_IN_LIFE });
  await signIns.put({
    sidHash: "h",
    userId: user.id,
    content: { ...content },
    expiresAt: after(9e6),
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
  return {
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

  it("is not noted anew within the minute", async () => {
    const { changes, note } = await opened();

    await note(after(SIGN_IN_LIFE.noteUseMs - 1));

    expect(changes()).toBe(0);
  });
});
