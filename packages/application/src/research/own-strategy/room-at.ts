import { roomToBuy } from "@sevenfold/domain/order-gate";
import { roomInParts } from "../parts/step-in-parts.ts";
import { roomOfSide } from "../shorts/signed-leave.ts";
import { type OrderDesk, sharesOpen } from "./order-desk.ts";

/** Shares, as they are counted, that the limits leave a market order of a side now. */
export function roomAt(desk: OrderDesk, slot: number, side: "buy" | "sell"): number {
  const { when, run } = desk;
  const { book, settings } = run;
  const ordered = sharesOpen(desk, slot, side);
  if (settings.shorts !== undefined) return roomOfSide(book, slot, when, { side, ordered });
  if (side === "sell") return Math.max(0, book.held[slot]! - ordered);
  return settings.fractional
    ? roomInParts(book, slot, when, ordered)
    : roomToBuy(book, slot, when, ordered);
}
