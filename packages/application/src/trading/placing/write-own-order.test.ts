import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { INSTALLED, install } from "../../testing/own-strategy-world.ts";
import {
  AAPL,
  automatedDraft,
  holdShares,
  inTime,
  openTestWorld,
} from "../../testing/trading-world.ts";
import type { AutomatedDraft } from "../account/order-draft.ts";
import { writeAutomatedOrder } from "./write-automated-order.ts";

const decidedBy = { sha256: INSTALLED.sha256 };

/** What comes of a draft of 12 shares, more than the built-in rule buys at once. */
async function writtenOf(
  own: typeof INSTALLED | undefined,
  draft: Partial<AutomatedDraft>,
  held = 0,
) {
  const world = await openTestWorld({ strategy: { sharesToBuy: shares(10) } });
  if (0 < held) await holdShares(world, AAPL, held, true);
  await install(world, own);
  const process = world.open();
  const intent = { quantity: shares(12), reason: "target-raised" } as const;
  const { decidedBy: _, ...plain } = await automatedDraft(world, process, intent);
  return inTime(world, writeAutomatedOrder(process.needs)({ ...plain, ...draft }));
}

const refused = (kind: string) => ({ answer: { refusal: { kind } } });

describe("an order that a strategy of the owner's decided", () => {
  it("is written while that strategy trades the account, of the size it wanted", async () => {
    expect(await writtenOf(INSTALLED, { decidedBy })).toMatchObject({ kind: "to-send" });
  });

  it("is not written once another, or the built-in rule, trades it; nor is the rule's under it", async () => {
    const other = { ...INSTALLED, sha256: "f".repeat(64) };

    expect(await writtenOf(other, { decidedBy })).toMatchObject(refused("strategy-changed"));
    expect(await writtenOf(undefined, { decidedBy })).toMatchObject(refused("strategy-changed"));
    expect(await writtenOf(INSTALLED, {})).toMatchObject(refused("strategy-changed"));
  });

  it("adds to what is held, and is not written where it had not heard of a fill", async () => {
    const knowing = { decidedBy, held: shares(5) };

    expect(await writtenOf(INSTALLED, knowing, 5)).toMatchObject({ kind: "to-send" });
    expect(await writtenOf(INSTALLED, { decidedBy }, 5)).toMatchObject(refused("already-held"));
  });
});
