import type { Print, Ticker } from "@sevenfold/domain/market";
import type { Log } from "../../ports/log.ts";
import type { TakenBack } from "../../ports/market-data.ts";

/** What hears a board. */
export interface BoardEars {
  /**
   * Every batch of accepted prints as it comes. The trails of `anew` begin anew with it: their price is
   * another provider's, and far from the last one's.
   */
  readonly hear: (prints: readonly Print[], anew?: ReadonlySet<Ticker>) => void;
  /** Prints that were accepted before, and that the market took back since. */
  readonly takeBack?: (prints: readonly TakenBack[]) => void;
  /** Exchanges said something of the trading in watched symbols. */
  readonly halted?: () => void;
}

/** Who hears a board: one that fails keeps none of the others from hearing. */
export function openBoardEars(log: Log) {
  const listeners = new Set<BoardEars>();
  return {
    add(ears: BoardEars): () => void {
      listeners.add(ears);
      return () => listeners.delete(ears);
    },
    tellAll(tell: (ears: BoardEars) => void): void {
      for (const ears of listeners) {
        try {
          tell(ears);
        } catch (error) {
          log.error("price-listener-failed", { error: String(error) });
        }
      }
    },
  };
}
