import { describe, expect, it } from "vitest";
import { StorageUnavailable } from "../../ports/stores/storage.ts";
import { openTestWorld } from "../../testing/trading-world.ts";
import { openRowVersions } from "./row-versions.ts";

/** What is asked of a storage that knows every account, in lists. */
async function asking() {
  const { clock } = await openTestWorld();
  const asked: (readonly string[])[] = [];
  let isGone = false;
  const versionsOf = async (ids: readonly string[]) => {
    asked.push(ids);
    if (isGone) throw new StorageUnavailable("away");
    const versionOf = (id: string) => ({ set: id, traded: `${id} ${asked.length}` });
    return new Map(ids.filter((id) => id !== "gone").map((id) => [id, versionOf(id)]));
  };
  const storage = { read: { accounts: { versionsOf } } };
  const versions = openRowVersions({ clock, storage } as never);
  const pass = async <Value>(answer: Promise<Value>) => {
    const settled = answer.then(
      (value) => value,
      (error: unknown) => error,
    );
    await clock.pass(100);
    return settled;
  };
  return { asked, pass, versions, leave: () => (isGone = true), comeBack: () => (isGone = false) };
}

describe("the versions of accounts' rows", () => {
  it("are asked together by those who come within a tenth of a second", async () => {
    const { asked, pass, versions } = await asking();

    const all = Promise.all(["a", "b", "gone"].map((id) => versions.of(id)));
    const answers = (await pass(all)) as Awaited<typeof all>;

    expect(answers.map((one) => one?.traded)).toEqual(["a 1", "b 1", undefined]);
    expect(asked).toEqual([["a", "b", "gone"]]);
    expect(await pass(versions.of("a"))).toEqual({ set: "a", traded: "a 2" });
  });

  it("are asked of two hundred accounts in one statement at the most", async () => {
    const { asked, pass, versions } = await asking();
    const ids = Array.from({ length: 450 }, (_, index) => `${index}`);

    await pass(Promise.all(ids.map((id) => versions.of(id))));

    expect(asked.map(({ length }) => length)).toEqual([200, 200, 50]);
  });

  it("fail for those who asked while the storage was away, and for nobody after", async () => {
    const { comeBack, leave, pass, versions } = await asking();
    leave();
    const both = [versions.of("a"), versions.of("b")].map((answer) => answer.catch(String));
    expect(await pass(Promise.all(both))).toEqual([
      expect.stringContaining("away"),
      expect.stringContaining("away"),
    ]);
    comeBack();

    expect(await pass(versions.of("a"))).toEqual({ set: "a", traded: "a 2" });
  });
});
