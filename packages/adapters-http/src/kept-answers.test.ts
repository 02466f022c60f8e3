import { inMemoryAnnouncer } from "@sevenfold/application/simulation/in-memory-announcer";
import { describe, expect, it } from "vitest";

import { openKeptAnswers } from "./kept-answers.ts";

function opened() {
  const announcer = inMemoryAnnouncer();
  let nowMs = 0;
  let made = 0;
  const kept = openKeptAnswers({ announcer, clock: { monotonicMs: () => nowMs }, keptMs: 1_000 });
  const make = async () => {
    made += 1;
    return `answer ${made}`;
  };
  return {
    announcer,
    kept,
    make,
    ask: (userId = "u", address = "/a") => kept.answer(userId, address, make),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("a kept answer", () => {
  it("is given for a second, to this user and under this address", async () => {
    const { ask, pass } = opened();

    expect(await ask()).toBe("answer 1");
    pass(999);
    expect(await ask()).toBe("answer 1");
    expect(await ask("v")).toBe("answer 2");
    expect(await ask("u", "/b")).toBe("answer 3");
    pass(1);
    expect(await ask()).toBe("answer 4");
  });

  it("is made once for all who ask at the same time", async () => {
    const { ask } = opened();

    expect(await Promise.all([ask(), ask(), ask()])).toEqual(["answer 1", "answer 1", "answer 1"]);
  });

  it("is forgotten with whatever is announced of the user", async () => {
    const { announcer, ask } = opened();
    await ask();
    await ask("v");
    announcer.announce({ accountId: "a", userId: "u", topic: "orders" });

    expect(await ask()).toBe("answer 3");
    expect(await ask("v")).toBe("answer 2");
  });

  it("is not kept when it was begun before a change and ended after it", async () => {
    const { ask, kept } = opened();
    let finish = (_: string) => {};
    const slow = kept.answer(
      "u",
      "/a",
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    kept.forget("u");
    const fresh = ask();
    finish("old");

    expect(await slow).toBe("old");
    expect(await fresh).toBe("answer 1");
    expect(await ask()).toBe("answer 1");
  });

  it("is not kept when it failed", async () => {
    const { ask, kept } = opened();
    const failing = kept.answer("u", "/a", () => Promise.reject(new Error("no")));

    await expect(failing).rejects.toThrow("no");
    expect(await ask()).toBe("answer 1");
  });
});
