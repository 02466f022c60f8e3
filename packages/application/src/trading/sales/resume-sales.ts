import type { TradingNeeds } from "../account/trading-needs.ts";
import type { RunSale } from "./run-sale.ts";

/** Goes on with the sales that a process left unfinished; one that is run elsewhere is left alone. */
export function resumeSales(
  { log, storage }: Pick<TradingNeeds, "log" | "storage">,
  run: RunSale,
  signal: AbortSignal,
): () => Promise<void> {
  const running = new Set<string>();
  return async () => {
    for (const { accountId, id } of await storage.read.sales.unattended()) {
      if (running.has(id)) continue;
      running.add(id);
      run(id, signal)
        .catch((error: unknown) =>
          log.error("sale-broke-off", { accountId, saleId: id, error: String(error) }),
        )
        .finally(() => running.delete(id));
    }
  };
}
