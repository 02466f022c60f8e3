import { type Instant, instant } from "@sevenfold/domain/market";
import { decimalOf, NO_MONEY, NO_SHARES, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { Broker } from "../ports/broker.ts";
import { answeringVenue } from "./answering-venue.ts";
import { type Hearing, listen } from "./hearing.ts";
import { holds, RuleBroken } from "./rule-broken.ts";
import type { BenchVenue, BrokerCapability } from "./venue-bench.ts";

/** What a case works with: a fresh venue, the adapter on it, and orders to send. */
export interface CaseWorld {
  readonly venue: BenchVenue;
  readonly broker: Broker;
  /** What the bench claims. */
  readonly capabilities: readonly BrokerCapability[];
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

export interface OpenedCase {
  readonly world: CaseWorld;
  /** Ends what the case left running. Rejects with RuleBroken when notices do not end. */
  close(): Promise<void>;
}

const TURNS_MAX = 2_000;
const CLOSING_TURNS_MAX = 500;
/** A dollar a share: nothing trades there by itself. */
const LOW_LIMIT = 10_000 as NonNullable<Order["limit"]>;

export function openCase(bench: BenchVenue, capabilities: readonly BrokerCapability[]): OpenedCase {
  const venue = answeringVenue(bench);
  const hearings: Hearing[] = [];
  const broker = venue.connect();
  const order = orderMaker(venue);
  const until: CaseWorld["until"] = (what, isSo) => waitedFor(venue, what, isSo);
  const listening = (through: Broker): Hearing => {
    const hearing = listen(through);
    hearings.push(hearing);
    return hearing;
  };
  const world: CaseWorld = {
    venue,
    broker,
    capabilities,
    start: venue.now(),
    order,
    resting: (change = {}) => order({ limit: LOW_LIMIT, ...change }),
    async sent(wanted, through = broker) {
      const answer = await through.submit(wanted);
      holds(
        answer.kind === "accepted",
        `a sound order, ${inWords(wanted)}, was answered ${JSON.stringify(answer)}`,
      );
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
  return { world, close: () => closed(venue, hearings) };
}

/** Whether the notices end shows before the venue goes: a line that is cut ends any reading. */
async function closed(venue: BenchVenue, hearings: readonly Hearing[]): Promise<void> {
  try {
    for (const hearing of hearings) void hearing.stop();
    const areOver = () => hearings.every(({ hasEnded }) => hasEnded());
    await waitedFor(venue, "notices end when their reader stops", areOver, CLOSING_TURNS_MAX);
  } finally {
    await venue.close();
  }
}

async function waitedFor(
  venue: BenchVenue,
  what: string,
  isSo: () => boolean | Promise<boolean>,
  turnsMax = TURNS_MAX,
): Promise<void> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    if (await isSo()) return;
    await venue.pause();
  }
  throw new RuleBroken(`waited in vain: ${what}`);
}

function orderMaker(venue: BenchVenue): CaseWorld["order"] {
  let orders = 0;
  return (change = {}) => {
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
  };
}

/** Twenty characters of base32, another for each number. */
function keyOf(count: number): string {
  const letters = "ABCDEFGHIJ";
  const tail = [...String(count).padStart(6, "0")].map((digit) => letters[Number(digit)]);
  return `CONFORMANCEKEY${tail.join("")}`;
}

/** A little before the instant: lists are asked with it where ties may matter. */
export const justBefore = (at: Instant): Instant => instant(at - 1);

const inWords = ({ limit, quantity, side, ticker }: Order): string =>
  `${side} ${quantity} ${ticker}${limit === undefined ? "" : ` at ${decimalOf(limit)}`}`;
