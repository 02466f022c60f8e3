import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { openKept, type Question, type TableName } from "./kept.ts";

const KB = 1_024;

function opened({ bytesMax = 64 * KB, keptMs = 1_000 } = {}) {
  let nowMs = 0;
  let made = 0;
  const kept = openKept({ clock: { monotonicMs: () => nowMs }, keptMs, bytesMax });
  const question = (ownerId: string, text: string): Question<string> => ({
    ownerId,
    text,
    tables: new Set(["orders"]),
    weightOf: ({ length }) => length,
  });
  const make = async () => {
    made += 1;
    return `answer ${made}`;
  };
  return {
    kept,
    make,
    question,
    ask: (ownerId = "u", text = "/a") => kept.find(question(ownerId, text), make),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("a kept answer", () => {
  it("is given for a moment, of this owner and to this question", async () => {
    const { ask, pass } = opened();

    expect(await ask()).toBe("answer 1");
    pass(799);
    expect(await ask()).toBe("answer 1");
    expect(await ask("v")).toBe("answer 2");
    expect(await ask("u", "/b")).toBe("answer 3");
    pass(201);
    expect(await ask()).toBe("answer 4");
  });

  it("is made once for all who ask at the same time", async () => {
    const { ask } = opened();

    expect(await Promise.all([ask(), ask(), ask()])).toEqual(["answer 1", "answer 1", "answer 1"]);
  });

  it("is forgotten with its owner, and no other", async () => {
    const { ask, kept } = opened();
    await ask();
    await ask("v");
    kept.forget("u");

    expect(await ask()).toBe("answer 3");
    expect(await ask("v")).toBe("answer 2");
  });

  it("stays where the tables that changed are others than it is made of", async () => {
    const { ask, kept } = opened();
    await ask();
    kept.forget("u", ["settings", "trails"]);
    expect(await ask()).toBe("answer 1");
    kept.forget("u", ["settings", "orders"]);
    expect(await ask()).toBe("answer 2");
  });

  it("is forgotten for a table of which it became known only while it was made", async () => {
    const { kept } = opened();
    const tables = new Set<TableName>();
    const ask = (text: string) =>
      kept.find({ ownerId: "u", text: "/a", tables, weightOf: () => 1 }, async () => {
        tables.add("orders");
        return text;
      });
    await ask("old");
    kept.forget("u", ["orders"]);

    expect(await ask("new")).toBe("new");
  });

  it("is forgotten with everything, and alone", async () => {
    const { ask, kept } = opened();
    await ask();
    await ask("v");
    kept.forgetAll();
    expect([await ask(), await ask("v")]).toEqual(["answer 3", "answer 4"]);

    kept.forgetAnswer({ ownerId: "v", text: "/a" });
    expect([await ask(), await ask("v")]).toEqual(["answer 3", "answer 5"]);
  });

  it("is not kept when it was begun before its owner was forgotten, and ended after it", async () => {
    const { ask, kept, question } = opened();
    let finish = (_: string) => {};
    const slow = kept.find(
      question("u", "/a"),
      () => new Promise<string>((tell) => (finish = tell)),
    );
    kept.forget("u");
    const fresh = ask();
    finish("old");

    expect(await slow).toBe("old");
    expect(await fresh).toBe("answer 1");
    expect(await ask()).toBe("answer 1");
  });

  it("is not kept when it failed", async () => {
    const { ask, kept, question } = opened();
    const failing = kept.find(question("u", "/a"), () => Promise.reject(new Error("no")));

    await expect(failing).rejects.toThrow("no");
    expect(await ask()).toBe("answer 1");
  });

  it("is not waited for where making it is stuck", async () => {
    const { ask, kept, pass, question } = opened();
    void kept.find(question("u", "/a"), () => new Promise<string>(() => {}));
    pass(15_000);

    expect(await ask()).toBe("answer 1");
  });

  it("is found under the owner that it names itself", async () => {
    const { kept, make } = opened();
    const ask = (owner: string | undefined) =>
      kept.find(
        { ownerIn: () => owner, text: "/a", tables: new Set(["orders"]), weightOf: () => 1 },
        make,
      );
    await ask("u");
    kept.forget("v");
    expect(await ask("u")).toBe("answer 1");
    kept.forget("u");
    expect(await ask(undefined)).toBe("answer 2");
    // Of nobody, and not kept.
    expect(await ask("u")).toBe("answer 3");
  });

  it("of an owner not known yet is not kept where anybody was forgotten meanwhile", async () => {
    const { kept, make } = opened();
    const ask = () =>
      kept.find(
        { ownerIn: () => "u", text: "/a", tables: new Set(["orders"]), weightOf: () => 1 },
        make,
      );
    const before = ask();
    kept.forget("u");
    await before;

    expect(await ask()).toBe("answer 2");
  });

  it("makes room by its bytes, for who was asked for longest ago", async () => {
    const { ask, kept, question } = opened({ bytesMax: 10 * KB });
    const large = async () => "x".repeat(3 * KB);
    await kept.find(question("u", "/1"), large);
    await kept.find(question("u", "/2"), large);
    await ask("u", "/1");
    await kept.find(question("u", "/3"), large);

    expect((await ask("u", "/1")).length).toBe(3 * KB);
    expect(await ask("u", "/2")).toBe("answer 1");
  });

  it("is given and not kept where it alone is too large", async () => {
    const { ask, kept, question } = opened({ bytesMax: 10 * KB });
    const huge = () => Promise.resolve(randomBytes(11 * KB).toString("latin1"));

    expect((await kept.find(question("u", "/a"), huge)).length).toBe(11 * KB);
    expect(await ask()).toBe("answer 1");
    expect(kept.weight()).toBeLessThan(2 * KB);
  });

  it("never weighs more than there is room for, nor is one of another's, whatever is asked", async () => {
    const asking = fc.record({
      owner: fc.constantFrom("u", "v", "w"),
      text: fc.constantFrom("/a", "/b", "/c", "/d"),
      size: fc.integer({ min: 0, max: 12 * KB }),
      isForgotten: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(asking, { maxLength: 60 }), async (asked) => {
        const { kept, question } = opened({ bytesMax: 10 * KB });
        for (const { isForgotten, owner, size, text } of asked) {
          const answer = await kept.find(question(owner, text), async () =>
            `${owner}${text}`.padEnd(size),
          );
          expect(answer.startsWith(`${owner}${text}`)).toBe(true);
          expect(kept.weight()).toBeLessThanOrEqual(10 * KB);
          if (isForgotten) kept.forget(owner);
        }
        for (const owner of ["u", "v", "w"]) kept.forget(owner);
        expect(kept.weight()).toBe(0);
      }),
    );
  });
});
