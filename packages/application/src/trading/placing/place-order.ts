import { instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Announcer } from "../../ports/announcer.ts";
import type { Broker } from "../../ports/broker.ts";
import type { ManualDraft, OrderDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import { sendOrder } from "../orders/send-order.ts";
import type { PlacedOrder, Written } from "../orders/written-order.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { answerOnRecord, firstAnswer, isInProgress, type KeyedDraft } from "./first-answer.ts";
import type { OrderLine } from "./order-line.ts";
import { afterStop, stopTakenBack } from "./own-stop-first.ts";
import { withSharesThere } from "./shares-there-first.ts";
import { type WriteOptions, writeAutomatedOrder } from "./write-automated-order.ts";
import { writeManualOrder } from "./write-manual-order.ts";

export type PlaceOrder = (draft: OrderDraft) => Promise<Result<PlacedOrder, Refusal>>;

/** What placing an order asks of the world. */
export interface PlacingNeeds extends TradingNeeds {
  /** Where automated orders are written with those of other accounts; absent: each is written alone. */
  readonly orderLine?: OrderLine;
  /** Announces what whoever places the order takes into its own book by itself; `announcer` when absent. */
  readonly ownAnnouncer?: Announcer;
}

/** An order that is on record, was refused, or waits; `answer` comes with the broker's. */
export interface BegunOrder {
  readonly answer: ReturnType<PlaceOrder>;
}

/** Hears an order's key once it is on record, before anything of it is sent. */
type NoteKey = (clientKey: string) => void;

/**
 * Checks an order against the account's locked rows, writes it down with its reservation, then sends
 * it: the one path of the worker's and the users' orders.
 *
 * An order whose answer got lost comes back with status `unknown`: reconciliation finds out. One the
 * broker refuses is a refusal ("broker-rejected"), and stands recorded as `rejected`; one that could
 * not be sent while it was fresh is one too ("never-sent"), and stands recorded as `denied`.
 */
export const placeOrder = (needs: PlacingNeeds): PlaceOrder => {
  const begin = beginOrder(needs);
  return async (wanted) => {
    const draft = wanted.origin === "manual" ? await withSharesThere(needs, wanted) : wanted;
    const answer = await (await begin(draft)).answer;
    // Sent again while the first is under way: both are told the same.
    return isInProgress(answer) && hasKey(draft) ? firstAnswer(needs, draft) : answer;
  };
};

const hasKey = (draft: OrderDraft): draft is KeyedDraft =>
  draft.origin === "manual" && draft.idempotencyKey !== undefined;

/** The same, for who need not wait for the answer before going on. */
export const beginOrder =
  (needs: PlacingNeeds) =>
  async (draft: OrderDraft, noteKey: NoteKey = () => undefined): Promise<BegunOrder> => {
    // Connecting comes first: without a connection nothing was sent, and nothing need be written.
    const broker = await needs.brokers.connect(draft.accountId).catch((error: unknown) => {
      needs.log.warn("broker-not-connected", { accountId: draft.accountId, error: String(error) });
    });
    if (!broker) return answered(await answerUnconnected(needs, draft));
    const options = { terms: broker.terms };
    const written = await write(needs, draft, options);
    if (written.kind !== "stop-first") return begun({ needs, broker, noteKey }, draft, written);
    // Nobody else waits: not for the stop's end, and not for what is sent after it.
    const wanted = { draft, options, stop: written.stop };
    return { answer: placeAfterStop({ needs, broker, noteKey }, wanted) };
  };

/** Nothing is sent now; but a request that comes again may have been, while there was a connection. */
const answerUnconnected = async (
  needs: PlacingNeeds,
  draft: OrderDraft,
): Promise<Result<PlacedOrder, Refusal>> =>
  (hasKey(draft) ? await answerOnRecord(needs, draft) : undefined) ??
  refused({ kind: "broker-unavailable", message: UNREACHABLE });

const write = (needs: PlacingNeeds, draft: OrderDraft, options: WriteOptions): Promise<Written> =>
  draft.origin === "manual"
    ? writeByHand(needs, draft, options)
    : (needs.orderLine?.write ?? writeAlone)(needs, draft, options);

const writeAlone: OrderLine["write"] = (needs, draft, options) =>
  writeAutomatedOrder(needs)(draft, options);

interface Placing {
  readonly needs: PlacingNeeds;
  readonly broker: Broker;
  readonly noteKey: NoteKey;
}

function begun(
  { broker, needs, noteKey }: Placing,
  draft: OrderDraft,
  written: Exclude<Written, { kind: "stop-first" }>,
): BegunOrder {
  if (written.kind === "answered") {
    if (written.answer.ok) noteKey(written.answer.value.order.clientKey);
    else if (draft.origin === "manual") announceOrders(needs, draft);
    return answered(written.answer);
  }
  const { letInAt, order, userId, warnings } = written;
  noteKey(order.clientKey);
  const { ownAnnouncer: announcer = needs.announcer } = needs;
  const sending = sendOrder({ ...needs, announcer })(broker, {
    order,
    userId,
    letInAt,
    ...sendableOf(draft, order),
  });
  return {
    answer: sending.then((sent) => (sent.ok ? ok({ order: sent.value, warnings }) : sent)),
  };
}

/** As often as a stop may be placed anew just before the order is written down. */
const STOPS_MAX = 3;

/** Sends the order once the end of its symbol's resting stop is known, and nothing where it is not. */
async function placeAfterStop(
  placing: Placing,
  wanted: { readonly draft: OrderDraft; readonly options: WriteOptions; readonly stop: Order },
): ReturnType<PlaceOrder> {
  const { needs } = placing;
  const { draft, options } = wanted;
  let { stop } = wanted;
  for (let count = 1; ; count += 1) {
    const isEnded = (await stopTakenBack(needs, stop)) === "ended";
    const left = await afterStop(needs, draft, stop);
    if (!left.ok) return left;
    const isLast = !isEnded || count === STOPS_MAX;
    const written = await write(needs, left.value, { ...options, isLast });
    if (written.kind !== "stop-first") return begun(placing, left.value, written).answer;
    stop = written.stop;
  }
}

/** How long a draft is right to be sent, and what an automated one may be fenced by. */
const sendableOf = (draft: OrderDraft, { createdAt }: Order) =>
  draft.origin === "automated"
    ? {
        freshUntil: instant(draft.intent.at + DECISION_AGE_MAX_MS),
        leaseEpoch: draft.leaseEpoch,
        decided: draft,
      }
    : { freshUntil: instant(createdAt + DECISION_AGE_MAX_MS) };

const UNREACHABLE = "The broker cannot be reached.";

const answered = (answer: Awaited<ReturnType<PlaceOrder>>): BegunOrder => ({
  answer: Promise.resolve(answer),
});

/** A commit that got no answer may have put the order on record, with the cash it keeps aside. */
async function writeByHand(needs: TradingNeeds, draft: ManualDraft, options: WriteOptions) {
  try {
    return await writeManualOrder(needs)(draft, options);
  } catch (error) {
    announceOrders(needs, draft);
    throw error;
  }
}

/** The user sees what was refused them beside what was not; the account may only reduce from now on. */
const announceOrders = (
  { announcer }: Pick<TradingNeeds, "announcer">,
  { accountId, userId }: ManualDraft,
): void => announcer.announce({ accountId, userId, topic: "orders" });
