import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { User } from "../ports/stores/user-store.ts";
import { alice, openSignInWorld } from "../testing/sign-in-world.ts";
import { finishDeletions, LEFT_ALONE_MS } from "./finish-deletions.ts";

async function leaving(agoMs: number) {
  const world = await openSignInWorld();
  const user = await alice(world);
  const { clock, storage } = world.needs;
  const expiresAt = instant(clock.now() - agoMs);
  await storage.transact(({ users }) => users.change(user.id, (row) => ({ ...row, expiresAt })));
  const ended: string[] = [];
  let isAway = false;
  const endBilling = async ({ id }: User) => {
    if (isAway) throw new Error("nobody there");
    ended.push(id);
  };
  return {
    ...{ ended, storage, user },
    finish: finishDeletions({ ...world.needs, endBilling }),
    turnAway: (away: boolean) => {
      isAway = away;
    },
  };
}

describe("a deletion whose process ended on the way", () => {
  it("is brought to its end: what is paid for, then all that is left", async () => {
    const { ended, finish, storage, user } = await leaving(LEFT_ALONE_MS);

    await finish();

    expect(ended).toEqual([user.id]);
    expect(await storage.read.users.byId(user.id)).toBeUndefined();
    expect(await storage.read.audit.latest(user.id, 1)).toMatchObject([{ action: "user-deleted" }]);
  });

  it("is left to who sees it through, for a while", async () => {
    const { ended, finish, storage, user } = await leaving(LEFT_ALONE_MS - 1);

    await finish();

    expect(ended).toEqual([]);
    expect(await storage.read.users.byId(user.id)).toBeDefined();
  });

  it("waits for billing that does not end, and is tried again", async () => {
    const { finish, storage, turnAway, user } = await leaving(LEFT_ALONE_MS);
    turnAway(true);
    await finish();
    expect(await storage.read.users.byId(user.id)).toBeDefined();

    turnAway(false);
    await finish();

    expect(await storage.read.users.byId(user.id)).toBeUndefined();
  });
});
