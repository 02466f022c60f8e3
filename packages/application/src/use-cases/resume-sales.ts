import type { Sale } from "../ports/sale-store.ts";
import type { RunSale } from "./run-sale.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A sale this young is still in the hands of whoever began it. */
const LEFT_ALONE_MS = 5_000;

/** Goes on with the sales that a process left unfinished, each once in this process. */
export function resumeSales(
  { clock, log, storage }: Pick<TradingNeeds, "clock" | "log" | "storage">,
  run: RunSale,
  signal: AbortSignal,
): () => Promise<void> {
  const running = new Set<string>();
  const isLeft = ({ id, startedAt }: Sale) =>
    !running.has(id) && startedAt + LEFT_ALONE_MS < clock.now();
  return async () => {
    for (const { id } of (await storage.read.sales.open()).filter(isLeft)) {
      running.add(id);
      run(id, signal)
        .catch((error: unknown) =>
          log.error("sale-broke-off", { saleId: id, error: String(error) }),
        )
        .finally(() => running.delete(id));
    }
  };
}
