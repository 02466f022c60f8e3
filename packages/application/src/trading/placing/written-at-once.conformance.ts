import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { expect, it } from "vitest";
import { waveMarket } from "../../broker-kit/simulated/wave-market.ts";
import type { Broker, SubmitAnswer } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { SOME_VENUES } from "../../testing/some-venues.ts";
import { stillPrices } from "../../testing/still-prices.ts";
import { AAPL, dollars, NOON, seed } from "../../testing/storage-rows.ts";
import { inMemoryAnnouncer } from "../../testing/world/in-memory-announcer.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { seededIdentifiers } from "../../testing/world/seeded-identifiers.ts";
import { reservedBy } from "../account/account-standing.ts";
import type { ManualDraft } from "../account/order-draft.ts";
import { placeOrder } from "./place-order.ts";
import { writeManualOrder } from "./write-manual-order.ts";

/** What holds however many orders are wanted in one moment: the account's row lock is put to work. */
export function describeWrittenAtOnce(storage: Storage): void {
  it("never keeps more cash aside than there is, however many orders are written at once", async () => {
    const { account } = await seed(storage, { account: { cash: dollars(350) } });

    const kinds = await written(storage, account, 10, (n) => ({ idempotencyKey: `k-${n}` }));

    expect(kinds.filter((kind) => kind === "to-send")).toHaveLength(3);
    const open = await storage.read.orders.open(account.id);
    expect(reservedBy(open)).toBeLessThanOrEqual(dollars(350));
  });

  it("never writes one ticket twice, nor sells a share twice", async () => {
    const { account } = await seed(storage);
    await oneByOne(storage).positions.put({
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

  it("answers a ticket sent twenty times at once with one order, also from other processes", async () => {
    const { account } = await seed(storage);
    const { drafts, needs } = orderingFor(storage, account, 20, () => ({ idempotencyKey: "one" }));
    let sent = 0;
    const broker = {
      submit: async ({ clientKey }: Order): Promise<SubmitAnswer> => {
        sent += 1;
        // Slower than all the others are in asking what became of the first.
        for (let turn = 0; turn < 100; turn += 1) await storage.read.halts.current();
        return { kind: "accepted", brokerOrderId: `B-${clientKey}` };
      },
    } as Partial<Broker> as Broker;
    // Each as a process of its own: they share nothing but the storage.
    const answers = await Promise.all(
      drafts.map((draft) =>
        placeOrder({
          ...needs,
          announcer: inMemoryAnnouncer(),
          brokers: {
            venues: SOME_VENUES,
            connect: async () => broker,
            release: () => undefined,
            tryKeys: async () => broker,
          },
          log: recordingLog(),
          marketData: waveMarket(1, needs.clock, [AAPL]),
        })(draft),
      ),
    );

    expect(sent).toBe(1);
    const orders = answers.map((answer) => (answer.ok ? answer.value.order : answer.refusal));
    for (const order of orders) expect(order).toMatchObject({ status: "working" });
    expect(new Set(orders.map((order) => "clientKey" in order && order.clientKey)).size).toBe(1);
  });

  it("never lets a 31st order of a minute out, and holds the account back once", async () => {
    const { account, user } = await seed(storage);

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
  account: Account,
  count: number,
  draftOf: (n: number) => Partial<ManualDraft>,
): Promise<readonly string[]> {
  const { drafts, needs } = orderingFor(storage, account, count, draftOf);
  const acceptances = countedTurns();
  const kinds = drafts.map(async (draft) => {
    const clock = { ...needs.clock, sleep: acceptances.waiter() };
    const answer = await writeManualOrder({ ...needs, clock })(draft);
    if (answer.kind === "to-send") {
      await accepted(storage, answer.order);
      acceptances.count();
    }
    return answer.kind;
  });
  return Promise.all(kinds);
}

/**
 * Who waits for an order under way looks again once one has been accepted since its last look, so that
 * it never looks in vain: it gives up after so many looks, and a busy machine would decide how many.
 */
function countedTurns() {
  let counted = 0;
  let waiting: (() => void)[] = [];
  return {
    count() {
      counted += 1;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    waiter() {
      let known = counted;
      return async () => {
        if (counted === known) await new Promise<void>((wake) => waiting.push(wake));
        known = counted;
      };
    },
  };
}

/** The broker's answer: until it is there, no other order of the symbol goes out. */
async function accepted(storage: Storage, { accountId, clientKey }: Order): Promise<void> {
  const event = { type: "accepted", brokerOrderId: clientKey } as const;
  await storage.transact(async (tables) => {
    await tables.accounts.lock(accountId);
    await tables.orders.change(clientKey, (order) => applyOrderEvent(order, event, NOON));
  });
}

function orderingFor(
  storage: Storage,
  { id: accountId, userId }: Account,
  count: number,
  draftOf: (n: number) => Partial<ManualDraft>,
) {
  // Time passes by turns of the database: however slow it is, nobody waits too short.
  let passedMs = 0;
  const clock: Clock = {
    now: () => NOON,
    monotonicMs: () => passedMs,
    async sleep() {
      await storage.read.halts.current();
      passedMs += 1;
    },
  };
  const needs = {
    calendarOf: () => ALWAYS_CALENDAR,
    clock,
    identifiers: seededIdentifiers(Number.parseInt(accountId.slice(-6), 16)),
    prices: stillPrices(clock.now, { AAPL: { price: 100 } }),
    storage,
    submission: { ordersPerMinuteMax: 1_000_000 },
  };
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
  return { drafts, needs };
}
