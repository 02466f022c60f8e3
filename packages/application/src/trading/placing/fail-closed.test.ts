import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Readers } from "../../ports/stores/readers.ts";
import {
  automatedDraft,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { SimulatedProcess, World } from "../../testing/world/world.ts";
import type { OrderDraft } from "../account/order-draft.ts";
import { placeOrder } from "./place-order.ts";

type Needs = SimulatedProcess["needs"];
type DraftOf = (world: World, process: SimulatedProcess) => Promise<OrderDraft>;

const HELD = 20;

const DRAFTS: Readonly<Record<string, DraftOf>> = {
  "an automated buy": (world, process) => automatedDraft(world, process),
  "an automated sell": async (world, process) => ({
    ...(await automatedDraft(world, process, { ticker: MSFT, side: "sell" })),
    held: shares(HELD),
  }),
  "a buy by hand": async (world) => manualDraft(world),
  "a sell by hand": async (world) => manualDraft(world, { ticker: MSFT, side: "sell" }),
};

describe.each(Object.entries(DRAFTS))("placing %s", (_, draftOf) => {
  it("never sends what is not written down, whichever call of the database fails", async () => {
    const whole = await placedWith(draftOf, Number.POSITIVE_INFINITY);
    expect(whole.atVenue).toBe(1);
    expect(whole.calls).toBeGreaterThan(5);

    for (let nth = 1; nth <= whole.calls; nth += 1) {
      const { atVenue, written } = await placedWith(draftOf, nth);
      expect(atVenue, `call ${nth} failed`).toBeLessThanOrEqual(1);
      if (atVenue === 1) expect(written, `call ${nth} failed`).toBe(1);
    }
  });

  it("sends nothing when a guard cannot be read", async () => {
    for (const guard of ["users.byId", "settings.of", "accounts.lock", "halts.current"]) {
      const placed = await placedWith(draftOf, guard);
      // A guard that this kind of order has not fails nothing.
      if (0 < placed.failed) expect(placed.atVenue, guard).toBe(0);
    }
  });
});

/** Places the draft while the nth call of the database, or each call of that name, fails. */
async function placedWith(draftOf: DraftOf, failing: number | string) {
  const world = await openTestWorld();
  await holdShares(world, MSFT, HELD, true);
  const process = world.open();
  await world.clock.pass(2_000);
  const draft = await inTime(world, draftOf(world, process));
  const counter = { calls: 0, failed: 0 };
  const needs = failingNeeds(process.needs, failing, counter);
  await inTime(
    world,
    placeOrder(needs)(draft).catch((error: Error) => error),
  );
  const written = (await ordersOf(world)).filter(({ status }) => status !== "denied");
  return { ...counter, atVenue: world.venue.orders.length, written: written.length };
}

function failingNeeds(
  needs: Needs,
  failing: number | string,
  counter: { calls: number; failed: number },
): Needs {
  const wrapped = <Of extends Readers>(tables: Of): Of =>
    Object.fromEntries(
      Object.entries(tables).map(([table, store]) => [
        table,
        Object.fromEntries(
          Object.entries(store as object).map(([method, work]) => [
            method,
            async (...args: unknown[]) => {
              counter.calls += 1;
              if (counter.calls === failing || `${table}.${method}` === failing) {
                counter.failed += 1;
                throw new Error("the database does not answer");
              }
              return (work as (...all: unknown[]) => unknown)(...args);
            },
          ]),
        ),
      ]),
    ) as unknown as Of;
  const { storage } = needs;
  return {
    ...needs,
    storage: {
      transact: (work) => storage.transact((tables) => work(wrapped(tables))),
      read: wrapped(storage.read),
    },
  };
}
