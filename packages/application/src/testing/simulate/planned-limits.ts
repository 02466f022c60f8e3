import type { Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import { placeOrder } from "../../trading/placing/place-order.ts";
import type { SimulatedAccount, SimulatedProcess, World } from "../world/world.ts";
import { priceBeside } from "./price-beside.ts";

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly through: SimulatedProcess;
  readonly world: Pick<World, "clock" | "market">;
}

const SHARES_MAX = 15;

/**
 * A user orders at a price of their own, which may rest until the day ends: it keeps cash or shares from all
 * that is decided meanwhile, and the stop at the broker makes room for it.
 */
export async function orderAtLimit(scene: Scene, ticker: Ticker): Promise<void> {
  const { account, chance, through, world } = scene;
  const { accountId, userId, venue } = account;
  const held = venue.positions.get(ticker)?.quantity ?? 0;
  const isSale = 0 < held && chance.happens(0.6);
  const beside = chance.between(-8, 32);
  await placeOrder(through.needs)({
    ...{ origin: "manual", accountId, userId, ticker, side: isSale ? "sell" : "buy" },
    quantity: shares(chance.between(1, isSale ? held : SHARES_MAX)),
    limit: priceBeside(world, ticker, isSale ? beside : -beside),
    idempotencyKey: `limit-${chance.between(1, 1_000_000)}`,
  });
}
