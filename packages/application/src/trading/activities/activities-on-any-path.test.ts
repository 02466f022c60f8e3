import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import type { Activity } from "../../ports/activity.ts";
import { AAPL, holdShares, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";

/** One thing that happens at the venue, by small numbers; what cannot happen there does not. */
type Step = readonly [kind: number, which: number, amount: number, late: number, repeated: boolean];

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.nat(14), fc.nat(1), fc.integer({ min: 1, max: 60 }), fc.nat(90), fc.boolean()),
  { minLength: 1, maxLength: 14 },
);

const TICKERS: readonly Ticker[] = [AAPL, MSFT];

/** What the venue does next; undefined where it could not. */
function happening(world: World, [kind, which, amount]: Step, count: number): Activity | undefined {
  const { clock, venue } = world;
  const ticker = TICKERS[which]!;
  const told = { id: `activity-${count}`, at: clock.now() };
  const held = venue.positions.get(ticker)?.quantity ?? 0;
  const cents = money(amount * 100);
  switch (kind) {
    case 0:
      return { kind: "deposit", ...told, amount: cents };
    case 1:
      return { kind: "withdrawal", ...told, amount: money(-cents) };
    case 2:
      return { kind: "dividend", ...told, ticker, amount: cents };
    case 3:
      return { kind: "fee", ...told, amount: money(-cents) };
    case 4:
      return {
        kind: "other-cash",
        ...told,
        amount: money(amount % 2 ? cents : -cents),
        words: "?",
      };
    case 5:
      return held === 0 ? undefined : splitOf(told, ticker, held, amount);
    case 6:
      return { kind: "spin-off", ...told, ticker, shares: amount };
    case 7:
      return held === 0
        ? undefined
        : { kind: "cash-merger", ...told, ticker, quantity: shares(held), amount: cents };
    case 8:
      return held === 0 ? undefined : renameOf(told, ticker, held, amount);
    case 9:
      // Shares that leave were there.
      return {
        kind: "shares-journal",
        ...told,
        ticker,
        shares: amount % 2 ? amount : -Math.min(held, amount),
      };
    // An option was exercised or assigned: shares came or left for cash.
    case 14: {
      const count = amount % 2 ? amount : -Math.min(held, amount);
      const paid = money(-count * 123_400);
      return count === 0
        ? undefined
        : { kind: "shares-journal", ...told, ticker, shares: count, amount: paid };
    }
    case 10:
      return { kind: "journal", ...told, amount: money(amount % 2 ? cents : -cents) };
    case 11: {
      const undone = venue.activities.all.findLast(
        (one) =>
          ["deposit", "dividend", "fee", "journal"].includes(one.kind) && !isUndone(world, one.id),
      );
      return undone && { kind: "correction", ...told, undoes: undone.id };
    }
    default:
      return undefined;
  }
}

const isUndone = ({ venue }: World, id: string): boolean =>
  venue.activities.all.some((one) => one.kind === "correction" && one.undoes === id);

/** To the other symbol, which may be held as well: as many shares under its name, or fewer or more of it. */
function renameOf(
  told: Pick<Activity, "at" | "id">,
  ticker: Ticker,
  held: number,
  amount: number,
): Activity {
  const becomes = TICKERS.find((other) => other !== ticker)!;
  const after = amount % 3 === 0 ? held : Math.floor((held * amount) / 10);
  return {
    kind: "name-change",
    ...told,
    ticker,
    becomes,
    before: shares(held),
    after: shares(after),
  };
}

function splitOf(
  told: Pick<Activity, "at" | "id">,
  ticker: Ticker,
  held: number,
  amount: number,
): Activity {
  const [from, to] = amount % 2 ? [1, 2 + (amount % 9)] : [2 + (amount % 9), 1];
  const after = Math.floor((held * to) / from);
  return {
    kind: "split",
    ...told,
    ticker,
    ratio: { from, to },
    before: shares(held),
    after: shares(after),
  };
}

const reconciled = (world: World) =>
  inTime(world, reconcileAccount(world.open().needs, openNotFoundWatch())(world.accountId));

describe("whatever happens at a venue without a trade", () => {
  it("always ends with its cash and its shares, in whatever order it is told and however often", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (planned) => {
        const world = await openTestWorld({ tickers: [...TICKERS], automationEnabled: false });
        await holdShares(world, AAPL, 10, true);
        for (const [count, step] of planned.entries()) {
          const [kind, which, amount, late, isRepeated] = step;
          // Somebody trades at the venue's own site in between.
          if (kind === 12) world.venue.buyElsewhere(TICKERS[which]!, shares(1 + (amount % 5)));
          // What moves shares is told before the next of them moves; cash may be told whenever.
          const ofShares = (5 <= kind && kind <= 9) || kind === 14;
          const activity = happening(world, step, count);
          if (activity)
            befall(world.venue, activity, world.clock.now(), {
              isRepeated,
              ...(ofShares ? {} : { lateMs: late * 1_000 }),
            });
          await world.clock.pass(5_000);
          if (ofShares || kind === 13) await reconciled(world);
        }
        await world.clock.pass(100_000);
        await reconciled(world);
        const done = await reconciled(world);

        expect(done).toMatchObject({ ok: true, value: { cashDrift: 0, drift: [] } });
        expect(await costsIn(world)).toEqual(costsAt(world));
        const again = await booksOf(world);
        await reconciled(world);
        expect(await booksOf(world)).toEqual(again);
        const account = await world.storage.read.accounts.byId(world.accountId);
        expect(account?.reductions).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it("never books the same twice, nor loses what it is told", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (times) => {
        const world = await openTestWorld({ automationEnabled: false });
        const at = instant(world.clock.now());
        for (let time = 0; time < times; time += 1) {
          const id = `d${time}`;
          befall(world.venue, { kind: "deposit", id, at, amount: money(100) }, at, {
            isRepeated: true,
          });
        }
        await reconciled(world);
        await reconciled(world);
        const { rows } = await world.storage.read.activities.page(world.accountId, { limit: 100 });
        expect(rows).toHaveLength(times);
        const flows = await world.storage.read.capital.of(world.accountId);
        expect(flows.reduce((sum, { amount }) => sum + amount, 0)).toBe(times * 100);
      }),
      { numRuns: 5 },
    );
  });
});

const costsIn = async ({ accountId, storage }: World) =>
  Object.fromEntries(
    (await storage.read.positions.of(accountId)).map(({ costBasis, ticker }) => [
      ticker,
      costBasis,
    ]),
  );

const costsAt = ({ venue }: World) =>
  Object.fromEntries([...venue.positions].map(([ticker, { costBasis }]) => [ticker, costBasis]));

const booksOf = async ({ accountId, storage }: World) => ({
  cash: (await storage.read.accounts.byId(accountId))?.cash,
  positions: await storage.read.positions.of(accountId),
  activities: (await storage.read.activities.page(accountId, { limit: 500 })).rows.length,
});
