import { type Instant, instant } from "@sevenfold/domain/market";

import { MARKET_EPOCH, SLOT_MS } from "./price-curve.ts";

/** The slot an instant lies in, also where the market has no prices: then it may be negative. */
export const slotNumber = (at: Instant): number => Math.floor((at - MARKET_EPOCH) / SLOT_MS);
/** The first slot that begins at or after the instant. */
export const slotFor = (at: Instant): number => Math.ceil((at - MARKET_EPOCH) / SLOT_MS);
export const slotTime = (slot: number): Instant => instant(MARKET_EPOCH + slot * SLOT_MS);
