import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, after, NOON, nextUuid, seed } from "../../testing/storage-rows.ts";
import { SALES_TOLD_MAX, type Sale, type SaleItem } from "./sale-store.ts";
import type { Storage } from "./storage.ts";

export function describeSales(storage: Storage): void {
  const begun = async (changes: Partial<Sale> = {}): Promise<Sale> => {
    const { account, user } = await seed(storage);
    const sale: Sale = {
      id: nextUuid(),
      kind: "sell-all",
      accountId: account.id,
      userId: user.id,
      requestKey: "k",
      startedAt: NOON,
      cancels: ["A".repeat(20)],
      items: [{ ticker: AAPL, shares: shares(10), sold: shares(0), state: "pending" }],
      ...changes,
    };
    await oneByOne(storage).sales.add(sale);
    return sale;
  };

  it("keeps one sale for one request", async () => {
    const sale = await begun();
    const again = await oneByOne(storage).sales.add({ ...sale, id: nextUuid(), items: [] });

    expect(again).toEqual({ sale, isNew: false });
    expect(await storage.read.sales.byId(sale.id)).toEqual(sale);
    expect(await storage.read.sales.byId(nextUuid())).toBeUndefined();
    expect(await storage.read.sales.byId("no id")).toBeUndefined();
  });

  it("tells a sale of an account however much else is at work, there and elsewhere", async () => {
    const sale = await begun({ startedAt: after(2) });
    await begun();
    const { sales } = oneByOne(storage);
    const more = (changes: Partial<Sale>) => sales.add({ ...sale, id: nextUuid(), ...changes });
    for (let index = 0; index < SALES_TOLD_MAX; index += 1)
      await more({ kind: "cancel-all", requestKey: `cancel ${index}`, startedAt: NOON });

    const atWork = await storage.read.sales.atWork(sale.accountId);
    expect(atWork).toHaveLength(SALES_TOLD_MAX);
    expect(atWork.slice(0, 2)).toMatchObject([{ id: sale.id }, { kind: "cancel-all" }]);
    expect(await storage.read.sales.atWork(nextUuid())).toEqual([]);
  });

  it("tells which sales nobody runs, the oldest first, whatever is run before them", async () => {
    const runs = await begun({ startedAt: after(-9) });
    const [first, second] = [
      await begun({ startedAt: after(-8) }),
      await begun({ startedAt: after(-7) }),
    ];
    const { sales } = oneByOne(storage);
    const takeUp = ({ id: saleId }: Sale, durationMs: number) =>
      sales.takeUp({ saleId, by: "a", durationMs });
    const told = async () => {
      const ids = (await storage.read.sales.unattended()).map(({ id }) => id);
      return [runs, first, second].map(({ id }) => ids.indexOf(id));
    };
    await takeUp(runs, 60_000);
    expect(await told()).toEqual([-1, 0, 1]);

    await takeUp(first, 60_000);
    expect(await told()).toEqual([-1, -1, 0]);
    await takeUp(first, 0);
    expect(await told()).toEqual([-1, 0, 1]);
    await sales.change(first.id, (sale) => ({ ...sale, endedAt: after(1) }));
    expect(await told()).toEqual([-1, -1, 0]);
  });

  it("changes a sale, and lists it as at work until it has ended", async () => {
    const [first, second] = [await begun(), await begun({ startedAt: after(1) })];
    const ours = async () => {
      const all = [first, second].map(({ accountId }) => storage.read.sales.atWork(accountId));
      return (await Promise.all(all)).flat().map(({ id }) => id);
    };
    expect(await ours()).toEqual([first.id, second.id]);

    const ended: Sale = {
      ...first,
      endedAt: after(5),
      takenUp: { by: nextUuid(), until: after(7) },
      items: [
        {
          ticker: AAPL,
          shares: shares(10),
          sold: shares(4),
          state: "partly-sold",
          clientKey: "A".repeat(20),
          message: "4 of 10 were sold.",
        },
      ],
    };
    expect(await oneByOne(storage).sales.change(first.id, () => ended)).toEqual(ended);
    expect(await storage.read.sales.byId(first.id)).toEqual(ended);
    expect(await ours()).toEqual([second.id]);
    await expect(oneByOne(storage).sales.change(nextUuid(), (sale) => sale)).rejects.toThrow();
  });

  it("is taken up by one at a time, for as long as the storage's clock says, and no more once it has ended", async () => {
    const { id: saleId } = await begun();
    const takeUp = (by: string, durationMs = 60_000) =>
      oneByOne(storage).sales.takeUp({ saleId, by, durationMs });

    const taken = await Promise.all(["a", "b", "c"].map((by) => takeUp(by)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const [mine, theirs] = taken[0] ? ["a", "b"] : taken[1] ? ["b", "a"] : ["c", "a"];
    expect(await takeUp(theirs)).toBe(false);
    // The holder may go on; once its time is over anybody may.
    expect(await takeUp(mine, 0)).toBe(true);
    expect(await takeUp(theirs)).toBe(true);
    expect((await storage.read.sales.byId(saleId))?.takenUp?.by).toBe(theirs);

    await oneByOne(storage).sales.change(saleId, (sale) => ({ ...sale, endedAt: after(1) }));
    expect(await takeUp(theirs)).toBe(false);
    expect(
      await oneByOne(storage).sales.takeUp({ saleId: nextUuid(), by: "a", durationMs: 1 }),
    ).toBe(false);
  });

  it("loses none of twenty changes of one sale made at once", async () => {
    const { id } = await begun();
    const oneMore = (item: SaleItem): SaleItem => ({ ...item, sold: shares(item.sold + 1) });

    await Promise.all(
      Array.from({ length: 20 }, () =>
        oneByOne(storage).sales.change(id, (sale) => ({ ...sale, items: sale.items.map(oneMore) })),
      ),
    );

    expect((await storage.read.sales.byId(id))?.items).toMatchObject([{ sold: 20 }]);
  });
}
