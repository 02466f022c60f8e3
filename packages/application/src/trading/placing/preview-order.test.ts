import { describe, expect, it } from "vitest";

import { seed } from "../../testing/storage-rows.ts";
import { inTime, manualDraft, openTestWorld } from "../../testing/trading-world.ts";
import { previewOrder } from "./preview-order.ts";

describe("previewing an order", () => {
  it("looks at no account of somebody else", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const { user: stranger } = await seed(world.storage);
    const preview = (userId: string) =>
      inTime(world, previewOrder(needs)(manualDraft(world, { userId })));

    expect((await preview(world.userId)).ok).toBe(true);
    expect(await preview(stranger.id)).toEqual({
      ok: false,
      refusal: { kind: "account-not-found" },
    });
  });
});
