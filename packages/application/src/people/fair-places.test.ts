import { describe, expect, it } from "vitest";
import { HasherBusy } from "../ports/password-hasher.ts";
import { fairPlaces } from "./fair-places.ts";

const LIMITS = { atOnceMax: 1, waitingMax: 3, waitingInAllMax: 6, knownMax: 2 };

/** Places whose work ends when it is told to, in the order in which it began. */
function opened(limits = LIMITS) {
  const places = fairPlaces(limits);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (asker: string) =>
    places
      .take(asker, () => {
        began.push(asker);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .then(
        () => "done",
        (error: unknown) => (error instanceof HasherBusy ? "busy" : "failed"),
      );
  const settled = () => ticks(50);
  const endAll = async () => {
    await settled();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settled();
    }
  };
  return { ask, began, endAll, places, settled };
}

describe("fair places", () => {
  it("let askers take turns, whatever the number of their requests", async () => {
    const { ask, began, endAll } = opened();
    for (const asker of ["flood", "flood", "flood", "flood", "one", "two"]) void ask(asker);
    await endAll();

    expect(began).toEqual(["flood", "flood", "one", "two", "flood", "flood"]);
  });

  it("refuse the asker of whom too much waits, and nobody else", async () => {
    const { ask, endAll } = opened();
    const flood = Array.from({ length: 6 }, () => ask("flood"));
    const one = ask("one");
    await endAll();

    expect(await Promise.all(flood)).toEqual(["done", "done", "done", "done", "busy", "busy"]);
    expect(await one).toBe("done");
  });

  it("keep every other place for those that are known, in a crowd of strangers", async () => {
    const { ask, began, endAll, places } = opened();
    places.know("home");
    const crowd = Array.from({ length: 10 }, (_, count) => ask(`stranger ${count}`));
    const home = [ask("home"), ask("home")];
    await endAll();

    expect(await Promise.all(home)).toEqual(["done", "done"]);
    expect((await Promise.all(crowd)).filter((end) => end === "busy")).toHaveLength(3);
    expect(began.slice(0, 4)).toEqual(["stranger 0", "home", "stranger 1", "home"]);
  });

  it("never run more at once than there are, also after a failure", async () => {
    const places = fairPlaces({ ...LIMITS, atOnceMax: 2, waitingMax: 50, waitingInAllMax: 50 });
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await ticks(5);
      running -= 1;
      throw new Error("it failed");
    };
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, count) => places.take(`${count % 3}`, work)),
    );

    expect(ends.every(({ status }) => status === "rejected")).toBe(true);
    expect(most).toBe(2);
  });

  it("forget who was known longest ago, where there are too many", async () => {
    const { ask, began, endAll, places } = opened();
    for (const asker of ["first", "second", "first", "third"]) places.know(asker);
    for (const asker of ["a", "b", "second", "first"]) void ask(asker);
    await endAll();

    expect(began).toEqual(["a", "first", "b", "second"]);
  });
});

/** Lets what waits for nothing but promises go on. */
async function ticks(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
}
