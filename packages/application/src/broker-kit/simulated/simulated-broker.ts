import { money } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import type { Order } from "@sevenfold/domain/order";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
  type SubmitAnswer,
} from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import { NOTHING_FOREIGN } from "../../ports/foreign.ts";
import { openMessageQueue } from "./message-queue.ts";
import type { SimulatedVenue } from "./simulated-venue.ts";
import { FIRST_KEY } from "./venue-keys.ts";

const ANSWER_WITHIN_MS = 5_000;
/** Longer than an order is believed to be on its way: some arrive that were given up. */
const LATE_MS_MAX = 90_000;
const RECONNECT_MS_MAX = 8_000;

interface Way {
  readonly clock: Clock;
  readonly chance: SeededChance;
}

/** The way to a simulated venue, with the faults of the venue's plan. */
export function simulatedBroker(
  venue: SimulatedVenue,
  { apiKey = FIRST_KEY, ...way }: Way & { readonly apiKey?: string },
): Broker {
  const { chance, clock } = way;
  const isRefused = () => refuses(venue, apiKey);
  const travel = () => clock.sleep(chance.between(5, 150));

  let restsUntilMs = 0;
  /** Told once to slow down, it leaves the venue alone for a while. */
  const isTooMany = (): boolean => {
    if (clock.monotonicMs() < restsUntilMs) return true;
    if (!venue.refusesCalls) return false;
    venue.reads += 1;
    restsUntilMs = clock.monotonicMs() + REST_MS;
    return true;
  };

  async function read<Answer>(answer: () => Answer): Promise<Answer> {
    await travel();
    if (isTooMany()) throw new BrokerUnavailable("rate-limit", TOO_MANY);
    venue.reads += 1;
    if (isRefused()) throw new BrokerUnavailable("credentials", KEYS_REFUSED);
    if (venue.meets("failedRead", chance)) {
      venue.surprises.leaveUnread();
      throw new BrokerUnavailable("network", "The simulated venue does not answer.");
    }
    const read = answer();
    await travel();
    return read;
  }

  return {
    terms: { takesStops: true },
    returnsKeys: true,

    async submit(order) {
      await travel();
      if (isTooMany()) return { kind: "not-sent", message: TOO_MANY, retryAfterMs: REST_MS };
      if (venue.meets("busy", chance))
        return {
          kind: "not-sent",
          message: TOO_MANY,
          retryAfterMs: chance.between(0, BUSY_MS_MAX),
        };
      if (venue.meets("lostRequest", chance)) return timeOut();
      if (isRefused()) return refused(order, KEYS_REFUSED);
      if (venue.meets("lateRequest", chance)) {
        void arriveLate(order);
        return timeOut();
      }
      const received = venue.receive(order);
      if (venue.meets("lostAnswer", chance)) return timeOut();
      await travel();
      if (typeof received !== "string")
        return { kind: "accepted", brokerOrderId: received.brokerOrderId };
      return refused(order, received);
    },

    async cancel({ brokerOrderId, clientKey }) {
      await travel();
      if (isTooMany()) return "unknown";
      if (venue.meets("lostRequest", chance) || isRefused()) return "unknown";
      const named = venue.orders.find((order) => order.brokerOrderId === brokerOrderId);
      const order = named ?? venue.byKey(clientKey);
      if (!order) return "unknown";
      return venue.cancel(order.brokerOrderId) ? "requested" : "too-late";
    },

    find: ({ brokerOrderId, clientKey, origin }) =>
      read(() => {
        const numbered = venue.orders.find((order) => order.brokerOrderId === brokerOrderId);
        const known =
          origin === "external" || numbered?.replaces !== undefined
            ? numbered
            : venue.byKey(clientKey);
        return legible(venue, [known])[0];
      }),
    ordersSince: (since) =>
      read(() => {
        venue.surprises.tellOrders();
        return legible(
          venue,
          venue.orders.filter((order) => since <= order.submittedAt),
        );
      }),
    executionsSince: (since) =>
      read(() => venue.executions.filter(({ at }) => since <= at).map(withoutKey)),
    activitiesSince: (since) =>
      read(() => {
        const from = dayBoundsOf(since).starts;
        return venue.activities.told(clock.now()).filter(({ at }) => from <= at);
      }),
    account: () =>
      read(() => ({
        accountNumber: venue.accountNumber,
        cash: venue.cash,
        equity: money(
          [...venue.positions.values()].reduce(
            (sum, { costBasis }) => sum + costBasis,
            venue.cash as number,
          ),
        ),
        buyingPower: venue.buyingPower,
        canTrade: !venue.isSuspended,
        ...(venue.isSuspended && { restriction: "The account is suspended." }),
      })),
    positions: () =>
      read(() =>
        [...venue.positions].map(([ticker, position]) => ({
          ticker,
          ...position,
          fractionBillionths: 0,
        })),
      ),
    // Where nothing can be, nothing is asked.
    foreign: async (since) =>
      venue.foreign === NOTHING_FOREIGN
        ? NOTHING_FOREIGN
        : read(() => ({
            ...venue.foreign,
            orders: venue.foreign.orders.filter(({ submittedAt = since }) => since <= submittedAt),
          })),
    notices: (signal) => noticesOf(venue, { apiKey, ...way }, signal),
  };

  async function arriveLate(order: Order): Promise<void> {
    const sentAt = clock.now();
    await clock.sleep(chance.between(100, LATE_MS_MAX));
    venue.receive(order, sentAt);
  }

  async function timeOut() {
    await clock.sleep(ANSWER_WITHIN_MS);
    return { kind: "unknown", message: "The simulated venue did not answer in time." } as const;
  }
}

const TOO_MANY = "The simulated venue is asked too often.";
const REST_MS = 60_000;
/** Some are worth waiting for, others are stale by then. */
const BUSY_MS_MAX = 20_000;

/** Whoever comes with these keys is turned away. */
const refuses = ({ keys, refusesKeys }: SimulatedVenue, apiKey: string): boolean =>
  refusesKeys || !keys.isGood(apiKey);

const KEYS_REFUSED = "The simulated venue refuses the keys.";

/** A refusal of a second attempt says nothing about the first. */
function refused({ attempts }: Order, message: string): SubmitAnswer {
  if (1 < attempts) return { kind: "unknown", message };
  return { kind: "rejected", message, cause: causeOf(message) };
}

function causeOf(words: string): Extract<SubmitAnswer, { kind: "rejected" }>["cause"] {
  if (words === KEYS_REFUSED) return "credentials";
  if (words.includes("buying power")) return "funds";
  if (words.includes("qty")) return "shares";
  return words.includes("not found") ? "symbol" : "other";
}

/** An order that cannot be read fails by its name. */
function legible<Told extends OrderReport | undefined>(
  { garbled }: SimulatedVenue,
  orders: readonly Told[],
): readonly Told[] {
  const bad = orders.find((order) => order && garbled.has(order.brokerOrderId));
  if (!bad) return orders;
  throw new BrokerUnavailable("unreadable", `The order ${bad.brokerOrderId} cannot be read.`);
}

/** A broker's list of executions names its own orders only; the stream alone tells our keys. */
const withoutKey = ({ clientKey: _, ...execution }: Execution): Execution => execution;

async function* noticesOf(
  venue: SimulatedVenue,
  { apiKey, chance, clock }: Way & { readonly apiKey: string },
  signal: AbortSignal,
): AsyncGenerator<BrokerNotice> {
  const queue = openMessageQueue<BrokerNotice>();
  const turnAway = () =>
    queue.put({ kind: "disconnected", message: KEYS_REFUSED, areKeysRefused: true });
  if (refuses(venue, apiKey)) {
    turnAway();
    yield* queue.read(signal);
    return;
  }
  let isUp = true;
  let line: Promise<void> = Promise.resolve();
  const put = (notice: BrokerNotice) => {
    if (isUp) queue.put(notice);
  };
  /** A sound line keeps the order of what is said; only what is delayed is overtaken. */
  const putLater = (notice: BrokerNotice) => {
    const isDelayed = venue.meets("delayedNotice", chance);
    const traveled = clock.sleep(chance.between(5, isDelayed ? 6_000 : 100));
    if (isDelayed) void traveled.then(() => put(notice));
    else line = Promise.all([line, traveled]).then(() => put(notice));
  };
  const hear = (notice: BrokerNotice) => {
    if (!isUp || venue.meets("lostNotice", chance)) return;
    putLater(notice);
    if (venue.meets("duplicateNotice", chance)) putLater(notice);
  };
  const breakNow = async () => {
    while (!signal.aborted) {
      await clock.sleep(1_000, signal);
      if (signal.aborted || !venue.meets("brokenStream", chance)) continue;
      isUp = false;
      queue.put({ kind: "disconnected", message: "The simulated stream broke off." });
      await clock.sleep(chance.between(100, RECONNECT_MS_MAX), signal);
      // A line that stands goes on whatever becomes of its keys; none is begun with those.
      if (venue.keys.isRevoked(apiKey)) return turnAway();
      isUp = true;
      queue.put({ kind: "connected" });
    }
  };
  venue.readers.add(hear);
  void breakNow();
  queue.put({ kind: "connected" });
  try {
    yield* queue.read(signal);
  } finally {
    venue.readers.delete(hear);
  }
}
