import type { Instant, TradingDay } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, after, NOON, nextUuid, seed } from "../../testing/storage-rows.ts";
import type { Decision } from "./decision-store.ts";
import type { RefusedExecution } from "./safeguard-stores.ts";
import type { Storage } from "./storage.ts";

export function describeSafeguards(storage: Storage): void {
  it("halts, says why, and lifts the halt", async () => {
    const { halts } = oneByOne(storage);
    await halts.halt({ reason: "maintenance", since: NOON });
    await halts.halt({ reason: "a fault", since: after(1) });
    expect(await halts.current()).toEqual({ reason: "a fault", since: after(1) });

    await halts.lift();
    await halts.lift();

    expect(await halts.current()).toBeUndefined();
  });

  it("keeps what a market said of its hours last, and no other", async () => {
    const { venueHours } = oneByOne(storage);
    const day = (text: string) => text as TradingDay;
    const hours = { day: day("2026-11-27"), opens: NOON, closes: after(1) };
    const first = { from: day("2026-11-20"), to: day("2026-11-30"), days: [hours] };
    await venueHours.keep(first);
    expect(await storage.read.venueHours.told()).toEqual(first);

    const second = { ...first, to: day("2026-12-01"), days: [] };
    await venueHours.keep(second);
    expect(await venueHours.told()).toEqual(second);
  });

  it("keeps an execution that cannot be booked once, as it was told", async () => {
    const { account } = await seed(storage);
    const other = (await seed(storage)).account;
    const refused = refusedOf(account.id);
    const later = { ...refused, executionId: "execution-2", at: after(1) };
    const { quarantine } = oneByOne(storage);

    expect(await quarantine.add(refused)).toBe(true);
    expect(await quarantine.add({ ...refused, at: after(9) })).toBe(false);
    expect(await quarantine.add(later)).toBe(true);
    expect(await quarantine.of(account.id, 10)).toEqual([later, refused]);
    expect(await quarantine.of(account.id, 1)).toEqual([later]);
    expect(await quarantine.of(other.id, 10)).toEqual([]);
    await expect(quarantine.add(refusedOf(nextUuid()))).rejects.toThrow();
  });

  it("keeps why an account may only get smaller, and forgets it", async () => {
    const { account } = await seed(storage);
    const { accounts } = oneByOne(storage);
    const reduced = {
      reductions: [
        { because: "too-many-orders", at: NOON },
        { because: "books-contradicted", at: after(1) },
      ],
    } as const;
    await accounts.change(account.id, (row) => ({ ...row, ...reduced }));
    expect(await accounts.byId(account.id)).toEqual({ ...account, ...reduced });

    await accounts.change(account.id, () => ({ ...account, breakersFrom: after(1) }));

    expect(await accounts.byId(account.id)).toEqual({ ...account, breakersFrom: after(1) });
  });

  it("forgets old requests, decisions and workers, and nothing younger", async () => {
    const { account, user } = await seed(storage);
    const { decisions, requests, workers } = oneByOne(storage);
    const long = after(-1_000_000_000);
    const decision: Decision = {
      accountId: account.id,
      ticker: AAPL,
      at: long,
      verdict: "waiting",
      settingsVersion: 1,
    };
    for (const [key, at] of [
      ["old", long],
      ["older", after(-1_000_000_001)],
      ["young", NOON],
    ] as const)
      await requests.begin({ userId: user.id, key, fingerprint: "f", at });
    await decisions.add([decision, { ...decision, at: NOON }]);
    const [gone, young] = [nextUuid(), nextUuid()];
    const ping = { brokerConnected: true, marketDataActive: true };
    await workers.ping({ ...ping, workerId: gone, at: long });
    await workers.ping({ ...ping, workerId: young, at: NOON });

    expect(await requests.removeBefore(after(-1), 1)).toBe(1);
    expect(await requests.removeBefore(after(-1), 100)).toBe(1);
    expect(await decisions.removeBefore(after(-1), 0)).toBe(0);
    expect(await decisions.removeBefore(after(-1), 1_000_000)).toBeGreaterThanOrEqual(1);
    expect(await workers.removeBefore(after(-1))).toBeGreaterThanOrEqual(1);
    const left = (await workers.newest(500)).map(({ workerId }) => workerId);
    expect([left.includes(gone), left.includes(young)]).toEqual([false, true]);

    const again = { userId: user.id, fingerprint: "other", at: NOON };
    expect(await requests.begin({ ...again, key: "old" })).toEqual({ kind: "new" });
    expect(await requests.begin({ ...again, key: "young" })).toEqual({ kind: "other" });
    expect(await decisions.latest(account.id, { limit: 10 })).toEqual([{ ...decision, at: NOON }]);
  });

  it("forgets old decisions of every account, whatever a clock that was ahead wrote before them", async () => {
    const seeded = [await seed(storage), await seed(storage)];
    const { decisions } = oneByOne(storage);
    const long = after(-2_000_000_000);
    const written = (accountId: string, at: Instant): Decision => ({
      ...{ accountId, at, ticker: AAPL },
      ...{ verdict: "waiting", settingsVersion: 1 },
    });
    for (const { account } of seeded) {
      const ahead = [1, 2, 3].map((second) => written(account.id, after(second * 1_000_000_000)));
      await decisions.add([...ahead, written(account.id, long), written(account.id, long)]);
    }

    expect(await decisions.removeBefore(after(-1_999_999_999), 3)).toBe(3);
    expect(await decisions.removeBefore(after(-1_999_999_999), 3)).toBe(1);
    for (const { account } of seeded) {
      const left = await decisions.latest(account.id, { limit: 10 });
      expect(left.map(({ at }) => at)).toEqual([3, 2, 1].map((n) => after(n * 1_000_000_000)));
    }
  });
}

const refusedOf = (accountId: string): RefusedExecution => ({
  accountId,
  executionId: "execution-1",
  refusal: "order-overfilled",
  execution: {
    executionId: "execution-1",
    brokerOrderId: "order-1",
    ticker: AAPL,
    side: "buy",
    quantity: shares(11),
    price: price(1_000_000),
    fee: money(0),
    at: NOON,
  },
  at: NOON,
});
