import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime } from "../../testing/trading-world.ts";

const DAY_MS = 86_400_000;

it("says of a trade that is older than the books, and was taken back, that they cannot take it back, and reads on", async () => {
  const { process, world } = await holding(10, { stopAtBroker: false });
  const { accountId, clock, log, storage, venue } = world;
  const accountOf = async () => (await storage.read.accounts.byId(accountId))!;
  const readTo = instant(clock.now() - 2 * DAY_MS);
  await storage.transact((tables) =>
    tables.accounts.change(accountId, (row) => ({ ...row, activitiesReadTo: readTo })),
  );
  venue.wasMoved = true;
  venue.cash = money(venue.cash + dollars(500));
  venue.positions.set(AAPL, { quantity: shares(5), costBasis: dollars(500) });
  const bust = { kind: "bust", id: "taken-back", executionId: "of-before" } as const;
  venue.activities.add({ ...bust, at: clock.now() }, clock.now());

  await clock.pass(10 * MINUTE_MS);
  expect(reasonsOf(await accountOf())).not.toContain("correction-unbooked");
  expect(await accountOf()).toMatchObject({ activitiesReadTo: readTo });
  await clock.pass(10 * MINUTE_MS);
  expect((await accountOf()).reductions).toContainEqual(
    expect.objectContaining({
      because: "correction-unbooked",
      about: "The broker reported a bust that does not fit our books.",
    }),
  );
  expect((await storage.read.settings.of(accountId))?.automationEnabled).toBe(true);
  expect(log.lines.filter(({ event }) => event === "activity-refused")).toHaveLength(1);

  expect((await accountOf()).activitiesReadTo).toBeGreaterThan(clock.now() - DAY_MS);
  venue.cash = money(venue.cash - dollars(500));
  venue.positions.set(AAPL, { quantity: shares(10), costBasis: dollars(1_000) });
  await clock.pass(5 * MINUTE_MS);
  expect(reasonsOf(await accountOf())).toEqual([]);
  await inTime(world, process.stop());
});

const reasonsOf = ({ reductions = [] }: { reductions?: readonly { readonly because: string }[] }) =>
  reductions.map(({ because }) => because);
