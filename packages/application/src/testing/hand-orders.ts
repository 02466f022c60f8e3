import { shares } from "@sevenfold/domain/money";
import type { ManualDraft } from "../trading/account/order-draft.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { placeOrder } from "../trading/placing/place-order.ts";
import { dollars, inTime, manualDraft } from "./trading-world.ts";
import type { World } from "./world/world.ts";

export const RICH = { cash: dollars(1_000_000) };
export const ONE = shares(1);

let tickets = 0;
export const buy = (world: World, needs: TradingNeeds, draft: Partial<ManualDraft> = {}) =>
  inTime(
    world,
    placeOrder(needs)(
      manualDraft(world, { quantity: ONE, idempotencyKey: `one ${++tickets}`, ...draft }),
    ),
  );
