import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { attachedAccount } from "../../testing/attached-account.ts";
import { AAPL } from "../../testing/trading-world.ts";
import type { Drift, Reconciled } from "../account/reconciled.ts";
import { judgeBasis } from "./judge-basis.ts";

const AT_WORK = { left: 0, others: 0, stop: 0, stopFilled: 0 };

it.each([
  ["nothing at work", { ours: 10, theirs: 5 }, AT_WORK, true],
  ["an order that has as much left", { ours: 10, theirs: 5 }, { ...AT_WORK, left: 5 }, false],
  ["an order that has less left", { ours: 10, theirs: 5 }, { ...AT_WORK, left: 4 }, true],
  ["a purchase that has as much left", { ours: 5, theirs: 10 }, { ...AT_WORK, left: 5 }, false],
  ["a stop of as much", { ours: 10, theirs: 5 }, { ...AT_WORK, stop: 5 }, false],
  [
    "a stop of which a part is booked",
    { ours: 10, theirs: 5 },
    { ...AT_WORK, stop: 5, stopFilled: 1 },
    true,
  ],
  ["both of as much", { ours: 10, theirs: 5 }, { ...AT_WORK, left: 2, stop: 3 }, false],
  ["an order of somebody else's", { ours: 10, theirs: 100 }, { ...AT_WORK, others: 1 }, false],
])("a difference beside %s is one of a split, or not", async (_, numbers, atWork, isHalted) => {
  const { followed, needs } = await attachedAccount();
  const { basis, book, stops } = followed;
  const slot = book.slots.get(AAPL)!;
  book.workingShares[slot] = atWork.left;
  book.ordersOther[slot] = atWork.others;
  const stop = { ticker: AAPL, quantity: shares(atWork.stop), filled: shares(atWork.stopFilled) };
  if (0 < atWork.stop) stops.open.set("stop", stop as never);
  const drift: Drift = { ticker: AAPL, ours: shares(numbers.ours), theirs: shares(numbers.theirs) };
  const found = { drift: [drift] } as unknown as Reconciled;

  judgeBasis(needs, followed, found, []);
  expect(basis.halted.has(AAPL)).toBe(false);
  judgeBasis(needs, { ...followed, reconciled: found }, found, []);

  expect(basis.halted.has(AAPL)).toBe(isHalted);
});
