import { HasherBusy } from "@sevenfold/application/ports/password-hasher";
import { describePasswordHasher } from "@sevenfold/application/ports/password-hasher.conformance";
import { describe, expect, it } from "vitest";
import { argon2Hasher } from "./argon2-hasher.ts";

const hasher = argon2Hasher();
const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };

describePasswordHasher("by argon2id", hasher, (password) =>
  argon2Hasher({ memoryKib: 19_456, passes: 1, lanes: 1 }).hash(password),
);

describe("argon2Hasher", () => {
  it("writes argon2id with 46 MiB, one pass and a salt of 16 bytes", async () => {
    const hash = await hasher.hash("correct horse");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it("lets a few wait, refuses the rest at once, and is free again after", async () => {
    const few = argon2Hasher(QUICK, { atOnceMax: 2, waitingMax: 3 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, () => few.hash("correct horse")),
    );

    const refusals = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refusals).toHaveLength(4);
    for (const { reason } of refusals) expect(reason).toBeInstanceOf(HasherBusy);
    expect((await few.verify(await few.hash("again"), "again")).isRight).toBe(true);
  });

  it("spends as much on nobody's password as on somebody's", async () => {
    const busy = argon2Hasher(QUICK, { atOnceMax: 1, waitingMax: 0 });
    expect((await busy.verify(undefined, "nobody's")).isRight).toBe(false);
    const outcomes = await Promise.allSettled([
      busy.hash("somebody's"),
      busy.verify(undefined, "nobody's"),
    ]);

    // It stood in the same queue.
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });
});
