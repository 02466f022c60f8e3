import type { SymbolStateView } from "@sevenfold/contract/worker";
import { STOCKS } from "@sevenfold/domain/stocks";
import { Command } from "cmdk";
import { useMemo } from "react";
import { Shares } from "../ui/amounts.tsx";
import { LiveChange, LivePrice } from "../ui/live-cells.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";
import { PaletteLine } from "./palette-line.tsx";
import { LAST_RESORT } from "./palette-score.ts";

interface Found {
  readonly ticker: string;
  readonly name: string;
  /** Undefined where it is neither watched nor held. */
  readonly state: SymbolStateView | undefined;
}

const TICKER = /^[A-Z][A-Z.]{0,6}$/;

interface PaletteSymbolsProps {
  readonly typed: string;
}

/** Every symbol watched or held, and the other known ones. */
export function PaletteSymbols({ typed }: PaletteSymbolsProps) {
  const { openSymbol, openTicket } = useOverlays();
  const { known, match } = useKnown(typed);
  return (
    <>
      <Command.Group heading="Symbols">
        {known.map(({ ticker, name, state }) => (
          <PaletteLine
            key={ticker}
            name={ticker}
            words={[name]}
            onChoose={() => openSymbol(ticker)}
          >
            <span className="w-16 shrink-0 font-semibold">{ticker}</span>
            <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
            {state && <Standing state={state} />}
          </PaletteLine>
        ))}
      </Command.Group>
      {match && (
        <Command.Group heading="Trade">
          {(["buy", "sell"] as const).map((side) => (
            <PaletteLine
              key={side}
              name={`${side} ${match.ticker}`}
              words={[match.ticker]}
              onChoose={() => openTicket({ ticker: match.ticker, side })}
            >
              {side === "buy" ? "Buy" : "Sell"} {match.ticker}
            </PaletteLine>
          ))}
        </Command.Group>
      )}
    </>
  );
}

/** Whatever else looks like a ticker. It stands last: a page of that name answers better. */
export function PaletteLookUp({ typed }: PaletteSymbolsProps) {
  const { openSymbol } = useOverlays();
  const { wanted, match } = useKnown(typed);
  if (match !== undefined || !TICKER.test(wanted)) return null;
  return (
    <Command.Group>
      <PaletteLine name={`${LAST_RESORT}${wanted}`} onChoose={() => openSymbol(wanted)}>
        <span className="w-16 shrink-0 font-semibold">{wanted}</span>
        <span className="text-muted">Look up this symbol</span>
      </PaletteLine>
    </Command.Group>
  );
}

function useKnown(typed: string) {
  const { data: status } = useWorkerStatus();
  const known = useMemo(() => symbolsOf(status?.positions ?? []), [status]);
  const wanted = typed.trim().toUpperCase();
  return { known, wanted, match: known.find(({ ticker }) => ticker === wanted) };
}

const Standing = ({ state }: { readonly state: SymbolStateView }) => (
  <span className="flex shrink-0 items-center gap-3 text-13">
    {0 < state.shares && (
      <span className="text-muted max-sm:hidden">
        <Shares of={state.shares} /> held
      </span>
    )}
    <LivePrice state={state} />
    <span className="w-16 text-right">
      <LiveChange state={state} />
    </span>
  </span>
);

function symbolsOf(states: readonly SymbolStateView[]): readonly Found[] {
  const found = new Map<string, Found>();
  for (const state of states)
    found.set(state.ticker, { ticker: state.ticker, name: state.company_name, state });
  for (const { ticker, name } of STOCKS)
    if (!found.has(ticker)) found.set(ticker, { ticker, name, state: undefined });
  return [...found.values()].sort((left, right) => (left.ticker < right.ticker ? -1 : 1));
}
