import { orderEnded } from "@sevenfold/domain/book-orders";
import type { Intent } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Quantity, shares } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";

import { type FollowedAccount, isReady } from "../account/followed-account.ts";
import type { AutomatedDraft, PriceOrigin } from "../account/order-draft.ts";
import { noteOrder } from "../account/orders-known.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { beginOrder, type PlaceOrder, type PlacingNeeds } from "../placing/place-order.ts";
import { noteIntent, noteRefused } from "./journal-decisions.ts";
import { endOf, freeSlot, type OrderEnd, syncOne, syncOrders } from "./sync-orders.ts";

type Placed = Awaited<ReturnType<PlaceOrder>>;

/**
 * Takes up what was decided, in the moment it was: what the drafts say is the book of that moment.
 * No more than one of a symbol waits, because its slot is taken until its order has ended.
 */
export function takeUp(
  followed: FollowedAccount,
  intents: readonly Intent[],
  originOf?: (ticker: Ticker) => PriceOrigin | undefined,
): void {
  for (const intent of intents) {
    followed.placing.set(intent.slot, undefined);
    const line = intent.side === "sell" ? followed.drafts.exits : followed.drafts.entries;
    const priceOrigin = originOf?.(intent.ticker);
    const draft = draftOf(followed, intent);
    line.push(priceOrigin ? { priceOrigin, ...draft } : draft);
  }
}

/**
 * Writes down and sends what waits, exits before entries, one after the other; answers are awaited
 * side by side, each handed to `track`. Ends when nothing waits.
 */
export async function placeDrafts(
  needs: PlacingNeeds,
  followed: FollowedAccount,
  track: (answer: Promise<void>) => void,
): Promise<void> {
  const { drafts } = followed;
  for (let draft = next(drafts); draft; draft = next(drafts)) {
    if (!isReady(followed, needs.clock.monotonicMs())) {
      giveUp(followed, draft.intent);
      continue;
    }
    const { answer } = await beginOrder(needs)(draft, (clientKey) =>
      followed.placing.set(draft.intent.slot, clientKey),
    );
    track(answer.then((placed) => noteAnswer(needs, followed, draft, placed)));
  }
}

const next = ({ entries, exits }: FollowedAccount["drafts"]): AutomatedDraft | undefined =>
  exits.shift() ?? entries.shift();

const draftOf = (
  { account, book, id, lease, missingThere, settings }: FollowedAccount,
  intent: Intent,
): AutomatedDraft => ({
  origin: "automated",
  accountId: id,
  ...ofWhatIsThere(intent, book.held[intent.slot]!, missingThere.get(intent.ticker)),
  trailSince: book.since[intent.slot] as Instant,
  coolDownUntil: book.coolDownUntil[intent.slot] as Instant,
  equity: book.equity,
  collarBps: book.collarBps,
  leaseEpoch: lease.epoch,
  settingsVersion: settings.version,
  account,
  held: book.held[intent.slot] as Quantity,
  ...(account.own && { decidedBy: { sha256: account.own.sha256 } }),
});

/** Where the broker is known to have fewer shares, no more than those are sold: more of them would be a short sale. */
function ofWhatIsThere(
  intent: Intent,
  held: number,
  missing: Quantity | undefined,
): Pick<AutomatedDraft, "hasNoneThere" | "intent"> {
  if (intent.side === "buy" || missing === undefined) return { intent };
  const there = Math.max(0, held - missing);
  if (there === 0) return { intent, hasNoneThere: true };
  return { intent: { ...intent, quantity: shares(Math.min(there, intent.quantity)) } };
}

async function noteAnswer(
  needs: TradingNeeds,
  followed: FollowedAccount,
  draft: AutomatedDraft,
  placed: Placed,
): Promise<void> {
  const { clock, log } = needs;
  const { intent } = draft;
  if (placed.ok) noteIntent(followed, draft);
  else {
    log.warn("intent-refused", { accountId: followed.id, intent, ...placed.refusal });
    noteRefused(followed, draft, placed.refusal, clock.now());
  }
  await followed.mutex.take(async () => {
    const onRecord = await onRecordOf(needs, followed, followed.placing.get(intent.slot));
    followed.placing.delete(intent.slot);
    if (placed.ok && isOpen(placed.value.order)) {
      // Its slot is taken since the decision, also in a book that was made anew since (`rebuildBook`).
      followed.working.set(intent.slot, placed.value.order.clientKey);
      // A fill may have ended it while it was placed.
      await syncOne(needs, followed, onRecord);
    } else {
      // By its row: its answer may have waited for a slow storage since, and a worker that starts reckons
      // the cool-down from the row. What never left has none, and cools nothing down.
      const end = { endedAt: onRecord?.updatedAt ?? clock.now(), nowMs: clock.monotonicMs() };
      freeSlot(followed, intent.slot, { ...end, how: endOfPlacing(placed) });
      await syncOrders(needs, followed);
    }
  });
}

async function onRecordOf(
  { storage }: Pick<TradingNeeds, "storage">,
  { orders }: Pick<FollowedAccount, "orders">,
  clientKey: string | undefined,
): Promise<Order | undefined> {
  if (clientKey === undefined) return undefined;
  const known = orders.get(clientKey);
  // What was noted while it was placed may be of before its answer, which ended it, or moved its end; a
  // fill of all of it stays what it was.
  if (known?.status === "filled") return known;
  const order = await storage.read.orders.byKey(clientKey);
  if (order) noteOrder(orders, order);
  return order;
}

/** Denied is not unfilled: what was never sent neither cools down nor counts as refused. */
const endOfPlacing = (placed: Placed): OrderEnd => {
  if (placed.ok) return endOf(placed.value.order);
  return placed.refusal.kind === "broker-rejected" ? "refused" : "denied";
};

/** The account lost its footing since the decision: nothing was sent, so nothing cools down. */
function giveUp({ book, placing }: FollowedAccount, { at, slot }: Intent): void {
  placing.delete(slot);
  orderEnded(book, slot, at, true);
}
