import type { Instant } from "@sevenfold/domain/market";
import { type Money, money, type Price, shares } from "@sevenfold/domain/money";
import { applyFill, FLAT, type Position } from "@sevenfold/domain/position";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Execution } from "../../ports/broker.ts";
import { NOTHING_FOREIGN } from "../../ports/foreign.ts";
import { executionOf } from "../../testing/executed-order.ts";
import { openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { adopt } from "./adopt-news.ts";

type Trade = Pick<Execution, "fee" | "price" | "quantity" | "side">;

/** Small counts, so that the position is often flat in between. */
const trades: fc.Arbitrary<readonly Trade[]> = fc.array(
  fc.record({
    side: fc.constantFrom("buy", "sell"),
    quantity: fc.integer({ min: 1, max: 3 }).map(shares),
    price: fc.integer({ min: 1, max: 9_999_999 }).map((units) => units as Price),
    fee: fc.integer({ min: 0, max: 500 }).map(money),
  }),
  { minLength: 2, maxLength: 14 },
);

interface History {
  readonly executions: readonly Execution[];
  readonly position: Position;
  readonly realized: Readonly<Record<string, number>>;
  readonly cash: Money;
}

/** The same trades a second apart, those that sell what is not there left out, and what they come to. */
function historyOf(world: World, cash: Money, drawn: readonly Trade[]): History {
  const executions: Execution[] = [];
  const realized: Record<string, number> = {};
  let [position, left] = [FLAT, cash as number];
  for (const trade of drawn) {
    const after = applyFill(position, trade);
    if (!after.ok) continue;
    position = after.value.position;
    const { fee, price, quantity, side } = trade;
    const worth = price * quantity;
    left += (side === "buy" ? -worth : worth) - fee;
    const name = `${executions.length + 1}`;
    realized[name] = side === "sell" ? after.value.realized - fee : 0;
    const at = (world.clock.now() + 1_000 * executions.length) as Instant;
    executions.push(executionOf(world, { ...trade, at, brokerOrderId: name, executionId: name }));
  }
  return { executions, position, realized, cash: money(left) };
}

async function booksOf({ accountId, storage }: World) {
  const { accounts, fills, positions, quarantine, settings } = storage.read;
  const [held] = await positions.of(accountId);
  const booked = await fills.latest(accountId, 100);
  return {
    position: held ? { shares: held.quantity, costBasis: held.costBasis } : FLAT,
    realized: Object.fromEntries(booked.map((fill) => [fill.executionId, fill.realized])),
    cash: (await accounts.byId(accountId))!.cash,
    refused: await quarantine.of(accountId, 100),
    isAutomated: (await settings.of(accountId))!.automationEnabled,
  };
}

async function openAccount(drawn: readonly Trade[]) {
  const world = await openTestWorld();
  const { accountId, clock, storage } = world;
  const { needs } = world.open();
  const { cash } = (await storage.read.accounts.byId(accountId))!;
  const list = async (executions: readonly Execution[]) => {
    const account = (await storage.read.accounts.byId(accountId))!;
    const word = { accountId, activities: [], askedAt: clock.now(), executions, ...NOTHING };
    await adopt(needs, account, word, { hear: () => undefined, watch: openNotFoundWatch() });
  };
  const stream = (execution: Execution) => recordExecution(needs, "stream")(accountId, execution);
  return { history: historyOf(world, cash, drawn), list, stream, world };
}

const NOTHING = { foreign: NOTHING_FOREIGN, positions: [] };

const inDrawnOrder = (executions: readonly Execution[], ranks: readonly number[]) =>
  executions.toSorted((one, other) => rankOf(one, ranks) - rankOf(other, ranks));

const rankOf = ({ executionId }: Execution, ranks: readonly number[]): number =>
  ranks[Number(executionId) % ranks.length]!;

const ranks = fc.array(fc.nat(1_000), { minLength: 14, maxLength: 14 });

const trade = (side: Trade["side"], quantity: number, each: number): Trade => ({
  ...{ side, quantity: shares(quantity), price: (each * 10_000) as Price },
  fee: money(0),
});

describe("fills around a position that was flat in between", () => {
  const longFlatLong = [
    trade("buy", 10, 100),
    trade("sell", 10, 110),
    trade("buy", 5, 120),
    trade("sell", 5, 130),
  ];

  it("stop no account where a later sale was heard before those that it followed", async () => {
    const { history, list, stream, world } = await openAccount(longFlatLong);
    const [first, , , last] = history.executions;
    await stream(first!);
    await stream(last!);

    await list(history.executions);

    const { cash, position, realized } = history;
    const books = { position, realized, cash, refused: [], isAutomated: true };
    expect(await booksOf(world)).toEqual(books);
  });

  it("end with the cost of what is held, though a sale was booked before what it left was bought", async () => {
    const { history, list, stream, world } = await openAccount([
      trade("buy", 3, 1),
      trade("sell", 3, 1),
      trade("buy", 3, 1),
      trade("sell", 3, 1),
      trade("buy", 3, 2),
    ]);
    const [first, sold, , soldLast, last] = history.executions;
    for (const heard of [first, soldLast, last, sold]) await stream(heard!);

    await list(history.executions);

    const { position, realized } = history;
    expect(await booksOf(world)).toMatchObject({ position, realized });
  });
});

describe("fills that the stream tells in part and in any order, and the list tells whole", () => {
  it("always end in the books of a history that was told in time, and never stop an account", async () => {
    await fc.assert(
      fc.asyncProperty(
        trades,
        ranks,
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        async (drawn, order, missed, listed) => {
          const { history, list, stream, world } = await openAccount(drawn);
          let from = 0;
          for (const index of history.executions.keys()) {
            if (!listed[index] && index < history.executions.length - 1) continue;
            const happened = history.executions.slice(from, index + 1);
            const heard = happened.filter((_, which) => !missed[from + which]);
            for (const execution of inDrawnOrder(heard, order)) await stream(execution);
            await list(history.executions.slice(0, index + 1));
            from = index + 1;
          }

          const { cash, position, realized } = history;
          const books = { position, realized, cash, refused: [], isAutomated: true };
          expect(await booksOf(world)).toEqual(books);
        },
      ),
    );
  });
});

describe("fills that are told in any batches, and in any order within each", () => {
  it("always end in the books of a history that was told in time", async () => {
    await fc.assert(
      fc.asyncProperty(trades, ranks, ranks, async (drawn, order, batches) => {
        const { history, list, world } = await openAccount(drawn);
        for (const batch of [0, 1, 2, 3])
          await list(
            inDrawnOrder(
              history.executions.filter((execution) => rankOf(execution, batches) % 4 === batch),
              order,
            ),
          );
        await list(history.executions);

        const { cash, position, realized } = history;
        expect(await booksOf(world)).toMatchObject({ position, realized, cash });
      }),
    );
  });
});
