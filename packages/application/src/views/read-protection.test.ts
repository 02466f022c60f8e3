import { price, shares } from "@sevenfold/domain/money";
import { explainProtections } from "@sevenfold/domain/protection";
import { describe, expect, it } from "vitest";
import type { Account } from "../ports/stores/account.ts";
import type { WorkerPing } from "../ports/stores/worker-store.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { AAPL, after, dollars, NOON, NVDA, seed, someOrder } from "../testing/storage-rows.ts";
import { inMemoryAnnouncer } from "../testing/world/in-memory-announcer.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { recordingLog } from "../testing/world/recording-log.ts";
import { seededIdentifiers } from "../testing/world/seeded-identifiers.ts";
import { ONLINE_WITHIN_MS } from "../trading/account/worker-ping.ts";
import { recordOrderReport } from "../trading/fills/record-order-report.ts";
import { readProtection } from "./read-protection.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };

const PING: WorkerPing = {
  workerId: "worker-1",
  at: NOON,
  brokerConnected: true,
  marketDataActive: true,
};

/** Ten shares of each of two symbols, and a stop for all of the first. */
async function protectionWith(
  change: { readonly account?: Partial<Account>; readonly ping?: Partial<WorkerPing> } = {},
) {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage, { account: change.account ?? {} });
  await storage.transact(async (tables) => {
    for (const ticker of [AAPL, NVDA])
      await tables.positions.put({
        accountId: account.id,
        ticker,
        quantity: shares(10),
        costBasis: dollars(1_000),
        isManaged: true,
        updatedAt: NOON,
      });
    await tables.orders.add(
      someOrder(account.id, {
        side: "sell",
        origin: "external",
        status: "working",
        brokerOrderId: "1",
        stop: price(951_200),
        reservedCash: dollars(0),
      }),
    );
  });
  await oneByOne(storage).workers.ping({ ...PING, ...change.ping });
  const read = await readProtection({ clock, storage })(user.id);
  if (!read.ok) throw new Error(read.refusal.kind);
  return read.value.holdings;
}

const kindsWith = async (change: Parameters<typeof protectionWith>[0]) =>
  (await protectionWith(change)).map(({ protection }) =>
    protection.kind === "unknown" ? protection.because : protection.kind,
  );

describe("readProtection", () => {
  it("tells of each holding the stop that rests for it, and that nothing rests for the others", async () => {
    const holdings = await protectionWith();

    expect(holdings).toMatchObject([
      {
        ticker: AAPL,
        held: 10,
        protection: { kind: "stop", stops: [{ shares: 10, at: 951_200 }] },
      },
      { ticker: NVDA, held: 10, protection: { kind: "none" } },
    ]);
    expect(explainProtections(holdings)).toContain("1 has a stop at the broker");
  });

  it("claims nothing while no worker is there that reaches the broker", async () => {
    const silent = { at: after(-ONLINE_WITHIN_MS) };
    expect(await kindsWith({ ping: silent })).toEqual(["worker-away", "worker-away"]);
    const away = { brokerConnected: false };
    expect(await kindsWith({ ping: away })).toEqual(["broker-away", "broker-away"]);
    const shut = { status: "error", lastValidatedAt: NOON } as const;
    expect(await kindsWith({ account: shut })).toEqual(["broker-away", "broker-away"]);
    const unseen = { status: "pending" } as const;
    expect(await kindsWith({ account: unseen })).toEqual(["not-seen", "not-seen"]);
  });

  it("counts a stop that somebody placed at the broker's own site, once the broker has told of it", async () => {
    const { protection, tell } = await toldOf();
    await tell();

    expect(await protection()).toEqual({ kind: "stop", stops: [STOP] });
  });

  it("counts one that was on record before its price was", async () => {
    const { account, protection, storage, tell } = await toldOf();
    await oneByOne(storage).orders.add(
      someOrder(account.id, {
        side: "sell",
        origin: "external",
        status: "working",
        brokerOrderId: "elsewhere",
        reservedCash: dollars(0),
      }),
    );
    expect(await protection()).toEqual({ kind: "none" });
    await tell();

    expect(await protection()).toEqual({ kind: "stop", stops: [STOP] });
  });

  it("says since when no worker was there", async () => {
    const at = after(-ONLINE_WITHIN_MS);
    const [holding] = await protectionWith({ ping: { at } });

    expect(holding?.protection).toEqual({ kind: "unknown", because: "worker-away", since: at });
  });

  it("claims nothing where the broker's holdings are others than ours", async () => {
    const reductions = [{ because: "holdings-differ", at: NOON }] as const;

    expect(await kindsWith({ account: { reductions } })).toEqual([
      "holdings-differ",
      "holdings-differ",
    ]);
  });

  it("claims nothing where the broker has not told of its orders for a while, and says since when", async () => {
    const reductions = [{ because: "broker-unread", at: NOON }] as const;
    const [holding] = await protectionWith({ account: { reductions } });

    expect(holding?.protection).toEqual({ kind: "unknown", because: "broker-away", since: NOON });
  });
});

const STOP = { shares: 10, at: 951_200, isForDay: false };

/** Ten shares, and a broker that tells of a stop for them which nobody placed here. */
async function toldOf() {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage);
  await oneByOne(storage).positions.put({
    accountId: account.id,
    ticker: AAPL,
    quantity: shares(10),
    costBasis: dollars(1_000),
    isManaged: true,
    updatedAt: NOON,
  });
  await oneByOne(storage).workers.ping(PING);
  const needs = {
    announcer: inMemoryAnnouncer(),
    clock,
    identifiers: seededIdentifiers(1),
    log: recordingLog(),
    storage,
  };
  const tell = () =>
    recordOrderReport(needs)(account.id, {
      brokerOrderId: "elsewhere",
      ticker: AAPL,
      side: "sell",
      quantity: shares(10),
      stop: price(951_200),
      timeInForce: "until-canceled",
      extendedHours: false,
      state: "working",
      filled: shares(0),
      submittedAt: NOON,
    });
  const protection = async () => {
    const read = await readProtection(needs)(user.id);
    return read.ok ? read.value.holdings[0]?.protection : read.refusal;
  };
  return { account, protection, storage, tell };
}
