import type { Instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";

import type { Announcer } from "../../ports/announcer.ts";
import type { ManualDraft } from "../../trading/account/order-draft.ts";
import { cancelOrder } from "../../trading/orders/cancel-order.ts";
import { placeOrder } from "../../trading/placing/place-order.ts";
import { syncPositions } from "../../trading/reconciliation/sync-positions.ts";
import { cancelAll } from "../../trading/sales/cancel-all.ts";
import { runSale } from "../../trading/sales/run-sale.ts";
import { sellAll } from "../../trading/sales/sell-all.ts";
import { toggleAutomation } from "../../trading/settings/toggle-automation.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** What a user does in a session, through whichever process happens to serve them. */
export interface SessionUser {
  order(through: SimulatedProcess): void;
  /** A script of theirs that has gone wrong. */
  flood(through: SimulatedProcess): void;
  sell(through: SimulatedProcess): Promise<void>;
  cancel(through: SimulatedProcess): Promise<void>;
  sync(through: SimulatedProcess): Promise<void>;
  sellAll(through: SimulatedProcess): Promise<void>;
  cancelAll(through: SimulatedProcess): Promise<void>;
  toggle(through: SimulatedProcess, enabled: boolean): Promise<void>;
  /** The sales, and takings back, that were answered. */
  readonly begunSales: ReadonlySet<string>;
  /** Whether automation was surely off at the instant. */
  wasOff(at: Instant): boolean;
}

const FLOOD = 45;

export function sessionUser(world: World): SessionUser {
  const { accountId, chance, storage, tickers, userId } = world;
  const off = offSpans(world);
  const begunSales = new Set<string>();
  const pick = <Row>(rows: readonly Row[]): Row => rows[chance.between(0, rows.length - 1)]!;
  const ticket = () => `ticket-${chance.between(1, 1_000_000)}`;
  const place = (
    { needs }: SimulatedProcess,
    draft: Pick<ManualDraft, "quantity" | "side" | "ticker">,
  ) =>
    // Whoever is told that it failed looks at the orders.
    void placeOrder(needs)({
      origin: "manual",
      accountId,
      userId,
      idempotencyKey: ticket(),
      ...draft,
    }).catch(() => undefined);

  return {
    order(through) {
      const side = chance.happens(0.5) ? "buy" : "sell";
      place(through, { ticker: pick(tickers), side, quantity: shares(chance.between(1, 15)) });
    },
    flood(through) {
      for (let count = 1; count <= FLOOD; count += 1)
        place(through, { ticker: pick(tickers), side: "buy", quantity: shares(1) });
    },
    async sell(through) {
      const held = await storage.read.positions.of(accountId);
      if (held.length === 0) return;
      const { quantity, ticker } = pick(held);
      place(through, { ticker, side: "sell", quantity: shares(chance.between(1, quantity)) });
    },
    async cancel({ needs }) {
      const open = await storage.read.orders.open(accountId);
      if (0 < open.length) await cancelOrder(needs)({ accountId, clientKey: pick(open).clientKey });
    },
    async sync({ needs }) {
      await syncPositions(needs)(userId);
    },
    async sellAll({ needs }) {
      const wish = off.wishOff();
      const begun = await sellAll(
        needs,
        runSale(needs),
      )({ accountId, userId, requestKey: ticket() });
      if (begun.ok) begunSales.add(begun.value.id);
      if (begun.ok && begun.value.endedAt === undefined) wish.answered();
    },
    async cancelAll({ needs }) {
      const begun = await cancelAll(
        needs,
        runSale(needs),
      )({ accountId, userId, requestKey: ticket() });
      if (begun.ok) begunSales.add(begun.value.id);
    },
    async toggle(through, enabled) {
      const { needs } = through;
      const [on, wish] = [enabled ? off.wishOn(through) : undefined, off.wishOff()];
      // Now and then from another process, of which ours only learns by reading.
      const announcer = chance.happens(0.5) ? needs.announcer : UNHEARD;
      const done = await toggleAutomation({ ...needs, announcer })({ accountId, userId, enabled });
      if (on) on.over();
      else if (done.ok) wish.answered();
    },
    begunSales,
    wasOff: off.holds,
  };
}

const UNHEARD: Announcer = { announce: () => undefined, listen: () => () => undefined };

/** When automation was surely off: from the answer that it is, to the next wish that it be on. */
function offSpans({ clock }: World) {
  const spans: { from: Instant; to: Instant }[] = [];
  const wishes: { overAt: Instant }[] = [];
  const NEVER = Number.POSITIVE_INFINITY as Instant;
  return {
    /** On is wished for: until that is answered, or its process is dead, nobody knows. */
    wishOn({ life }: SimulatedProcess): { over(): void } {
      for (const span of spans) span.to = Math.min(span.to, clock.now()) as Instant;
      const wish = { overAt: NEVER };
      wishes.push(wish);
      const over = () => {
        wish.overAt = Math.min(wish.overAt, clock.now()) as Instant;
      };
      life.signal.addEventListener("abort", over, { once: true });
      return { over };
    },
    /** Off is wished for: once it is answered, and no wish for on met it, it is off. */
    wishOff(): { answered(): void } {
      const askedAt = clock.now();
      return {
        answered() {
          if (wishes.every(({ overAt }) => overAt < askedAt))
            spans.push({ from: clock.now(), to: NEVER });
        },
      };
    },
    holds: (at: Instant): boolean => spans.some(({ from, to }) => from < at && at < to),
  };
}
