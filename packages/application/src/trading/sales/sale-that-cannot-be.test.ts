import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { isOpen } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { holding } from "../../testing/stopped-holding.ts";
import { inTime } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { runSale } from "./run-sale.ts";
import { sellAll } from "./sell-all.ts";

describe("an emergency sale that could sell nothing", () => {
  it.each([
    ["market-closed", (world: World) => world.clock.pass(9 * 60 * 60_000)],
    [
      "trading-halted",
      ({ clock, storage }: World) =>
        storage.transact(({ halts }) => halts.halt({ reason: "A test.", since: clock.now() })),
    ],
    [
      "account-not-active",
      ({ accountId, storage }: World) =>
        storage.transact(({ accounts }) =>
          accounts.change(accountId, (row) => ({ ...row, status: "error" })),
        ),
    ],
  ] as const)(
    "is refused (%s) before a stop is canceled, and leaves automation on",
    async (kind, comes) => {
      const { needs, process, stopsThere, world } = await holding(10, { calendar: NYSE_CALENDAR });
      await inTime(world, process.stop());
      await comes(world);

      const answer = await inTime(world, sellAll(needs, runSale(needs))(world));
      await world.clock.pass(30_000);

      expect(stopsThere()).toMatchObject([{ quantity: 10 }]);
      expect((await world.storage.read.orders.open(world.accountId)).filter(isOpen)).toMatchObject([
        { status: "working" },
      ]);
      const settings = await world.storage.read.settings.of(world.accountId);
      expect(settings?.automationEnabled).toBe(true);
      expect(answer).toMatchObject({ ok: false, refusal: { kind } });
    },
  );
});
