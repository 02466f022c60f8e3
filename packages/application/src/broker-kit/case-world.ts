import { type Instant, instant } from "@sevenfold/domain/market";
import { NO_MONEY, NO_SHARES, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { Broker, BrokerNotice, Execution, OrderReport } from "../ports/broker.ts";
import { holds, RuleBroken } from "./broker-case.ts";
import type { BenchVenue } from "./venue-bench.ts";

/** What a case works with: a fresh venue, the adapter on it, and orders to send. */
export interface CaseWorld {
  readonly venue: BenchVenue;
  readonly broker: Broker;
  /** When the case began, by the venue's clock. */
  readonly start: Instant;
  /** An order to send: a market buy of ten shares under a key of its own, unless changed. */
  order(change?: Partial<Order>): Order;
  /** Buys that rest: a limit far below the price. */
  resting(change?: Partial<Order>): Order;
  /** Sends it, insists on "accepted", and gives it back with the venue's id. */
  sent(order: Order, through?: Broker): Promise<Order>;
  /** Listens to notices until the case ends. */
  listen(through: Broker): Hearing;
  /** The same; resolves once it is connected. */
  hear(through?: Broker): Promise<Hearing>;
  /** Waits until it is so, for some ten seconds at most. */
  until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void>;
}

/** Everything a reader of notices was told. */
export interface Hearing {
  readonly all: readonly BrokerNotice[];
  executionsOf(order: Order): readonly Execution[];
  reportsOf(order: Order): readonly OrderReport[];
  lastReportOf(order: Order): OrderReport | undefined;
  count(kind: BrokerNotice["kind"]): number;
  /** Ends the reading; resolves when the adapter has let go. */
  stop(): Promise<void>;
}

export interface OpenedCase {
  readonly world: CaseWorld;
  close(): Promise<void>;
}

const TURNS_MAX = 2_000;

export async function openCase(venue: BenchVenue): Promise<OpenedCase> {
  const hearings: Hearing[] = [];
  const broker = venue.connect();
  const start = venue.now();
  let orders = 0;

  const until: CaseWorld["until"] = async (what, isSo) => {
    for (let turn = 0; turn < TURNS_MAX; turn += 1) {
      if (await isSo()) return;
      await venue.pause();
    }
    throw new RuleBroken(`waited in vain: ${what}`);
  };

  function order(change: Partial<Order> = {}): Order {
    orders += 1;
    return {
      clientKey: keyOf(orders),
      accountId: "account",
      ticker: venue.tickers.first,
      side: "buy",
      origin: "manual",
      quantity: shares(10),
      extendedHours: false,
      status: "submitting",
      filled: NO_SHARES,
      filledNotional: NO_MONEY,
      reservedCash: NO_MONEY,
      attempts: 1,
      createdAt: venue.now(),
      updatedAt: venue.now(),
      ...change,
    };
  }

  function listening(through: Broker): Hearing {
    const hearing = listen(through);
    hearings.push(hearing);
    return hearing;
  }

  const world: CaseWorld = {
    venue,
    broker,
    start,
    order,
    resting: (change = {}) => order({ limit: LOW_LIMIT, ...change }),
    async sent(wanted, through = broker) {
      const answer = await through.submit(wanted);
      holds(answer.kind === "accepted", `a sound order was answered ${JSON.stringify(answer)}`);
      return { ...wanted, brokerOrderId: answer.brokerOrderId };
    },
    listen: listening,
    async hear(through = broker) {
      const hearing = listening(through);
      await until("notices begin with connected", () => 0 < hearing.count("connected"));
      return hearing;
    },
    until,
  };
  return {
    world,
    async close() {
      await Promise.allSettled(hearings.map((hearing) => hearing.stop()));
      await venue.close();
    },
  };
}

/** A dollar a share: nothing trades there by itself. */
const LOW_LIMIT = 10_000 as NonNullable<Order["limit"]>;

/** Twenty characters of base32, another for each number. */
function keyOf(count: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const tail = [...String(count).padStart(6, "0")].map((digit) => letters[Number(digit)]);
  return `CONFORMANCEKEY${tail.join("")}`;
}

function listen(broker: Broker): Hearing {
  const all: BrokerNotice[] = [];
  const ending = new AbortController();
  let failure: unknown;
  const reading = (async () => {
    for await (const notice of broker.notices(ending.signal)) all.push(notice);
  })().catch((error: unknown) => {
    failure = error;
  });
  const told = () => {
    if (failure !== undefined) throw new RuleBroken(`notices ended with ${String(failure)}`);
    return all;
  };
  const reportsOf = (order: Order) =>
    told().flatMap((notice) =>
      notice.kind === "order" && notice.report.brokerOrderId === order.brokerOrderId
        ? [notice.report]
        : [],
    );
  return {
    get all() {
      return told();
    },
    executionsOf: (order) =>
      told().flatMap((notice) =>
        notice.kind === "execution" && notice.execution.brokerOrderId === order.brokerOrderId
          ? [notice.execution]
          : [],
      ),
    reportsOf,
    lastReportOf: (order) => reportsOf(order).at(-1),
    count: (kind) => told().filter((notice) => notice.kind === kind).length,
    stop() {
      ending.abort();
      return reading;
    },
  };
}

/** A little before the instant: lists are asked with it where ties may matter. */
export const justBefore = (at: Instant): Instant => instant(at - 1);
