import type { Ticker } from "@sevenfold/domain/market";
import type { Sale } from "../ports/stores/sale-store.ts";
import { ordersOf } from "./trading-world.ts";
import type { World } from "./world/world.ts";

export const TICKERS = [..."ABCDEFGHIJKLMNOP"].map((letter) => `${letter}X` as Ticker);

export async function saleOf({ storage }: World, id: string): Promise<Sale> {
  const sale = await storage.read.sales.byId(id);
  if (!sale) throw new Error("the sale is gone");
  return sale;
}

/** Of which symbols the audit says that a market order was placed, oldest first. */
export async function placedInAudit(world: World): Promise<readonly Ticker[]> {
  const limited = new Set(
    (await ordersOf(world))
      .filter(({ limit }) => limit !== undefined)
      .map(({ clientKey }) => clientKey),
  );
  const lines = await world.storage.read.audit.latest(world.userId, 500);
  return lines
    .filter(({ action, text = "" }) => action === "order-placed" && !limited.has(text.slice(0, 20)))
    .map(({ text = "" }) => text.split(" ")[3] as Ticker)
    .toReversed();
}
