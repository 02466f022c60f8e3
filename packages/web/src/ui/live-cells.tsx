import type { SymbolStateView } from "@sevenfold/contract/worker";
import { AgedPrice } from "./aged-price.tsx";
import { Change } from "./amounts.tsx";
import { useLiveFigures } from "./live-figures.ts";
import { TickCell } from "./tick-cell.tsx";

interface LiveCellProps {
  readonly state: SymbolStateView;
}

/** A symbol's price, alive. */
export function LivePrice({ state }: LiveCellProps) {
  const { price } = useLiveFigures(state);
  return (
    <TickCell value={price}>
      <AgedPrice ticker={state.ticker} of={price} />
    </TickCell>
  );
}

/** Since the previous close, alive. */
export function LiveChange({ state }: LiveCellProps) {
  const { changePercent } = useLiveFigures(state);
  return <Change percent={changePercent} />;
}

/** What the position has gained on its cost, alive: dollars over percent. */
export function LiveGain({ state }: LiveCellProps) {
  const { gain, gainPercent } = useLiveFigures(state);
  if (gain === undefined) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-col items-end leading-4">
      <Change money={gain} className="text-13" />
      <Change percent={gainPercent} className="text-xs" />
    </span>
  );
}
