import { describe, expect, it } from "vitest";

import { attachedAccount } from "../testing/attached-account.ts";
import { inTime, ordersOf } from "../testing/trading-world.ts";
import { placeDrafts, takeUp } from "./act-on-intents.ts";
import { distrust } from "./followed-account.ts";

describe("what was decided and waits to be sent", () => {
  it("is let go where the account lost its footing meanwhile, and cools nothing down", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    expect(followed.drafts.entries).toHaveLength(1);
    distrust(followed);

    await inTime(
      world,
      placeDrafts(needs, followed, () => undefined),
    );

    expect(await ordersOf(world)).toEqual([]);
    expect(world.venue.orders).toEqual([]);
    expect(followed.book).toMatchObject({ reservedCash: 0 });
    expect(followed.book.coolDownUntil[0]).toBe(0);
    followed.isReconciled = true;
    expect(see(89)).toMatchObject([{ side: "buy" }]);
  });

  it("is journaled by the settings it was decided by, also when others hold as it is answered", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    const { version } = followed.settings;
    followed.settings = { ...followed.settings, version: version + 1 };
    const answers: Promise<void>[] = [];

    await inTime(
      world,
      placeDrafts(needs, followed, (answer) => answers.push(answer)),
    );
    await inTime(world, Promise.all(answers));

    expect(followed.journal.pending).toMatchObject([
      { verdict: "entered", settingsVersion: version },
    ]);
  });
});
