import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { expect, it } from "vitest";

import type { Account, Storage } from "../ports/storage.ts";
import { seededIdentifiers } from "../simulation/seeded-identifiers.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { AAPL, dollars, NOON, settle } from "../testing/storage-rows.ts";
import { reservedBy } from "./account-standing.ts";
import type { ManualDraft } from "./order-draft.ts";
import { writeManualOrder } from "./write-manual-order.ts";

/** What holds however many orders are wanted in one moment: the account's row lock is put to work. */
export function describeWrittenAtOnce(storage: Storage): void {
  it("never keeps more cash aside than there is, however many orders are written at once", async () => {
    const { account } = await settle(storage, { account: { cash: dollars(350) } });

    const kinds = await written(storage, account, 10, (n) => ({ idempotencyKey: `k-${n}` }));

    expect(kinds.filter((kind) => kind === "to-send")).toHaveLength(3);
    const open = await storage.read.orders.open(account.id);
    expect(reservedBy(open)).toBeLessThanOrEqual(dollars(350));
  });

  it("never writes one ticket twice, nor sells a share twice", async () => {
    const { account } = await settle(storage);
    await storage.read.positions.put({
      accountId: account.id,
      ticker: AAPL,
      quantity: shares(3),
      costBasis: dollars(300),
      isManaged: true,
      updatedAt: NOON,
    });

    const tickets = await written(storage, account, 8, () => ({ idempotencyKey: "one" }));
    const sells = await written(storage, account, 8, (n) => ({
      side: "sell",
      idempotencyKey: `sell-${n}`,
    }));

    expect(tickets.filter((kind) => kind === "to-send")).toHaveLength(1);
    expect(sells.filter((kind) => kind === "to-send")).toHaveLength(3);
  });

  it("never lets a 31st order of a minute out, and holds the account back once", async () => {
    const { account, user } = await settle(storage);

    const kinds = await written(storage, account, 34, (n) => ({ idempotencyKey: `k-${n}` }));

    expect(kinds.filter((kind) => kind === "to-send")).toHaveLength(30);
    expect(await storage.read.accounts.byId(account.id)).toMatchObject({
      reductions: [{ because: "too-many-orders", at: NOON }],
    });
    const lines = await storage.read.audit.latest(user.id, 500);
    expect(lines.filter(({ action }) => action === "account-reduced")).toHaveLength(1);
  });
}

/** What became of orders for one share of $100 that are all wanted in the same moment. */
async function written(
  storage: Storage,
  { id: accountId, userId }: Account,
  count: number,
  draftOf: (n: number) => Partial<ManualDraft>,
): Promise<readonly string[]> {
  const clock = {
    now: () => NOON,
    monotonicMs: () => 0,
    sleep: () => Promise.resolve(),
  };
  const write = writeManualOrder({
    calendarOf: () => ALWAYS_CALENDAR,
    clock,
    identifiers: seededIdentifiers(Number.parseInt(accountId.slice(-6), 16)),
    prices: stillPrices(clock.now, { AAPL: { price: 100 } }),
    storage,
    submission: { ordersPerMinuteMax: 1_000_000 },
  });
  const drafts = Array.from(
    { length: count },
    (_, n): ManualDraft => ({
      origin: "manual",
      accountId,
      userId,
      ticker: AAPL,
      side: "buy",
      quantity: shares(1),
      ...draftOf(n),
    }),
  );
  const kinds = drafts.map(async (draft) => {
    const written = await write(draft);
    if (written.kind === "to-send") await accepted(storage, written.order);
    return written.kind;
  });
  return Promise.all(kinds);
}

/** The broker's answer: until it is there, no other order of the symbol goes out. */
async function accepted(storage: Storage, { accountId, clientKey }: Order): Promise<void> {
  const event = { type: "accepted", brokerOrderId: clientKey } as const;
  await storage.transact(async (tables) => {
    await tables.accounts.lock(accountId);
    await tables.orders.change(clientKey, (order) => applyOrderEvent(order, event, NOON));
  });
}
