import { instant } from "@sevenfold/domain/market";
import { notionalOf, shares, sumOf } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { Execution } from "../../ports/broker.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { takenBackSince } from "./traded-since.ts";

/** Fills are told by the broker's clock, and an order is written down by ours. */
const CLOCKS_APART_MAX_MS = 86_400_000;

/**
 * What is filled of an order that this execution would fill beyond its size, without what the market took
 * back of it: a trade that is corrected is taken back, and told anew. Nothing where it stays as it is.
 */
export async function countedAnew(
  tables: Pick<Readers, "activities" | "fills">,
  { accountId, clientKey, createdAt, filled, quantity }: Order,
  execution: Pick<Execution, "quantity">,
): Promise<Partial<Pick<Order, "filled" | "filledNotional">>> {
  if (filled + execution.quantity <= quantity) return {};
  const from = instant(createdAt - CLOCKS_APART_MAX_MS);
  const gone = await takenBackSince(tables, accountId, from);
  if (gone.size === 0) return {};
  const standing = (await tables.fills.since(accountId, from)).filter(
    (fill) => fill.clientKey === clientKey && !gone.has(fill.executionId),
  );
  return {
    filled: shares(standing.reduce((sum, fill) => sum + fill.quantity, 0)),
    filledNotional: sumOf(standing.map((fill) => notionalOf(fill.price, fill.quantity))),
  };
}
