import { useOverlays } from "../ui/overlays.ts";
import type { RankedTicker } from "./ranked-ticker.ts";

/** The symbol, which opens its panel. */
export function SymbolButton({ of: { ticker, companyName } }: { readonly of: RankedTicker }) {
  const { openSymbol } = useOverlays();
  return (
    <button
      type="button"
      title={companyName}
      className="on-paper rounded-[5px] font-semibold underline-offset-4 hover:underline"
      onClick={() => openSymbol(ticker)}
    >
      {ticker}
    </button>
  );
}
