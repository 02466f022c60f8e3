import { CALLS } from "@sevenfold/contract/calls";
import type { AutomatedSymbolsView } from "@sevenfold/contract/settings";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SymbolsDialog } from "./symbols-dialog.tsx";

/** Which of the watched stocks the agent may enter. */
export function SymbolsCard() {
  const { data: automated, error, mutate } = useEndpoint(CALLS.readAutomatedSymbols);
  const { data: watchlist } = useEndpoint(CALLS.readWatchlist);
  const [isOpen, setOpen] = useState(false);
  const watched = watchlist?.map(({ ticker }) => ticker);
  return (
    <Card title="Stocks the agent enters">
      {automated !== undefined && watched !== undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <p className="text-muted">{sentenceOf(automated, watched.length)}</p>
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Choose Stocks
          </Button>
        </div>
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-9" />
      )}
      {isOpen && automated !== undefined && watched !== undefined && (
        <SymbolsDialog automated={automated} watched={watched} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

function sentenceOf({ max, tickers }: AutomatedSymbolsView, watched: number): string {
  const part =
    tickers.length === watched
      ? `All ${watched} you watch.`
      : `${tickers.length} of the ${watched} you watch.`;
  return max === null ? part : `${part} The Basic plan has ${max}.`;
}
