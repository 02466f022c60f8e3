import { NO_MONEY } from "@sevenfold/domain/money";
import { isCovering } from "./change-order.ts";
import { end, type OrderDesk, place } from "./order-desk.ts";

/** Buys back at the next openings all that is short, in the place of every order of those symbols. */
export function coverShorts(desk: OrderDesk, inOrder: readonly number[]): void {
  for (const slot of inOrder) {
    const held = desk.run.book.held[slot]!;
    if (0 <= held || isCovering(desk, slot)) continue;
    for (const order of [...desk.open[slot]!])
      if (desk.open[slot]!.includes(order)) end(desk, order, { kind: "margin-call" });
    place(desk, {
      ...{ slot, side: "buy", shares: -held, terms: { kind: "market" }, isGtc: false },
      ...{ reservedCash: NO_MONEY, isForced: true },
    });
  }
}
