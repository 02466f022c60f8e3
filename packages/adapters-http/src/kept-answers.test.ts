import { inMemoryAnnouncer } from "@sevenfold/application/simulation/in-memory-announcer";
import { describe, expect, it } from "vitest";

import { openKeptAnswers } from "./kept-answers.ts";

function opened() {
  const announcer = inMemoryAnnouncer();
  let nowMs = 0;
  let made = 0;
  const kept = openKeptAnswers({
    announcer,
    clock: { monotonicMs: () => nowMs },
    keptMs: 1_000,
    changedBy: ({ topic }) => (topic === "settings" ? ["/a"] : undefined),
  });
  const make = async () => {
    made += 1;
    return Buffer.from(`answer ${made}`);
  };
  return {
    announcer,
    kept,
    make,
    ask: async (userId = "u", path = "/a") =>
      String(await kept.answer(userId, { path, input: "{}" }, make)),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("a kept answer", () => {
  it("is given for a moment, to this user and under this address", async () => {
    const { ask, pass } = opened();

    expect(await ask()).toBe("answer 1");
    pass(599);
    expect(await ask()).toBe("answer 1");
    expect(await ask("v")).toBe("answer 2");
    expect(await ask("u", "/b")).toBe("answer 3");
    pass(401);
    expect(await ask()).toBe("answer 4");
  });

  it("is made once for all who ask at the same time", async () => {
    const { ask } = opened();

    expect(await Promise.all([ask(), ask(), ask()])).toEqual(["answer 1", "answer 1", "answer 1"]);
  });

  it("is forgotten, whoever's it is, when announcements may have gone by unheard", async () => {
    const { announcer, ask } = opened();
    await ask();
    await ask("v");
    announcer.missed();

    expect([await ask(), await ask("v")]).toEqual(["answer 3", "answer 4"]);
  });

  it("is forgotten with whatever is announced of the user", async () => {
    const { announcer, ask } = opened();
    await ask();
    await ask("v");
    announcer.announce({ accountId: "a", userId: "u", topic: "orders" });

    expect(await ask()).toBe("answer 3");
    expect(await ask("v")).toBe("answer 2");
  });

  it("stays where the announcement changes other views", async () => {
    const { announcer, ask } = opened();
    await ask("u", "/a");
    await ask("u", "/b");
    announcer.announce({ accountId: "a", userId: "u", topic: "settings" });

    expect(await ask("u", "/a")).toBe("answer 3");
    expect(await ask("u", "/b")).toBe("answer 2");
  });

  it.each(["orders", "settings"] as const)(
    "is not kept when it was begun before a change of %s and ended after it",
    async (topic) => {
      const { announcer, ask, kept } = opened();
      let finish = (_: Buffer) => {};
      const slow = kept.answer(
        "u",
        { path: "/a", input: "{}" },
        () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      );
      announcer.announce({ accountId: "a", userId: "u", topic });
      const fresh = ask();
      finish(Buffer.from("old"));

      expect(String(await slow)).toBe("old");
      expect(await fresh).toBe("answer 1");
      expect(await ask()).toBe("answer 1");
    },
  );

  it("is not kept when it failed", async () => {
    const { ask, kept } = opened();
    const failing = kept.answer("u", { path: "/a", input: "{}" }, () =>
      Promise.reject(new Error("no")),
    );

    await expect(failing).rejects.toThrow("no");
    expect(await ask()).toBe("answer 1");
  });
});
