import { CALLS } from "@sevenfold/contract/calls";
import type { AutomatedSymbolsView } from "@sevenfold/contract/settings";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { isClash, wordsOf } from "../api/problem-error.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { tellFailed } from "../ui/tell-failed.ts";

interface SymbolsDialogProps {
  readonly automated: AutomatedSymbolsView;
  readonly watched: readonly string[];
  readonly onClose: () => void;
}

/** A tick for each watched stock the agent may enter. */
export function SymbolsDialog({ automated, watched, onClose }: SymbolsDialogProps) {
  const max = automated.max ?? watched.length;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(automated.tickers));
  const [isPending, setPending] = useState(false);
  const [seen, setSeen] = useState(automated.tickers);
  const [clash, setClash] = useState<string>();
  const isFull = max <= chosen.size;
  const turn = (ticker: string) => {
    const next = new Set(chosen);
    if (!next.delete(ticker)) next.add(ticker);
    setChosen(next);
  };
  const save = async () => {
    setPending(true);
    try {
      // By that word stocks watched later belong to it.
      const isAll = chosen.size === watched.length;
      const tickers = isAll ? "all" : watched.filter((ticker) => chosen.has(ticker));
      const view = await call(CALLS.chooseAutomatedSymbols, { tickers, seen: [...seen] });
      await mutate(CALLS.readAutomatedSymbols.path, view, { revalidate: false });
      tellSuccess("Stocks Chosen", "The agent enters these from its next price on.");
      onClose();
    } catch (thrown) {
      if (isClash(thrown)) await explain();
      else {
        tellFailed(thrown, {
          ...{ title: "Save Failed", fallback: "Failed to save configuration." },
          lost: "No answer came: the choice may have been saved. Close this and open it again to see.",
        });
        void mutate(CALLS.readAutomatedSymbols.path);
      }
      setPending(false);
    }
  };
  /** Somebody chose others while this was open: said with theirs, and saved over only when asked again. */
  const explain = async () => {
    try {
      const now = await call(CALLS.readAutomatedSymbols);
      await mutate(CALLS.readAutomatedSymbols.path, now, { revalidate: false });
      setSeen(now.tickers);
      setClash(wordsOfChoice(now.tickers, watched));
    } catch (thrown) {
      tellError("Save Failed", wordsOf(thrown, "Failed to save configuration."));
    }
  };
  return (
    <Dialog
      title="Stocks the agent enters"
      description="What is held of the others is still sold by your rules."
      onClose={onClose}
    >
      <div className="flex items-center gap-3 border-b border-line px-4 py-2 text-13 sm:px-5">
        <p role="status" className="figure mr-auto text-muted">
          {chosen.size} of {max} chosen
        </p>
        <Button size="small" onClick={() => setChosen(new Set(watched.slice(0, max)))}>
          {max < watched.length ? `First ${max}` : "All"}
        </Button>
        <Button size="small" onClick={() => setChosen(new Set())}>
          None
        </Button>
      </div>
      <fieldset className="grid max-h-[50dvh] grid-cols-3 gap-x-2 overflow-y-auto p-3 sm:grid-cols-4 sm:px-4">
        <legend className="sr-only">Watched stocks</legend>
        {watched.toSorted().map((ticker) => (
          <label
            key={ticker}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-1.5 hover:bg-sunk has-disabled:cursor-not-allowed has-disabled:text-muted"
          >
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.has(ticker)}
              disabled={isFull && !chosen.has(ticker)}
              onChange={() => turn(ticker)}
            />
            {ticker}
          </label>
        ))}
      </fieldset>
      <p role="alert" className="px-4 pb-3 text-13 text-amber empty:hidden sm:px-5">
        {clash}
      </p>
      <div className="flex items-center justify-end gap-2 border-t border-line p-4 sm:px-5">
        {chosen.size === 0 && <p className="mr-auto text-13 text-muted">Choose at least one.</p>}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          disabled={chosen.size === 0 || isPending}
          onClick={() => void save()}
        >
          {isPending ? "Saving..." : "Save Choice"}
        </Button>
      </div>
    </Dialog>
  );
}

const NAMED_MAX = 8;

function wordsOfChoice(tickers: readonly string[], watched: readonly string[]): string {
  const named = tickers.slice(0, NAMED_MAX).join(", ");
  const more = tickers.length <= NAMED_MAX ? "" : ` and ${tickers.length - NAMED_MAX} more`;
  const theirs = tickers.length === watched.length ? `all ${watched.length}` : named + more;
  return `Meanwhile ${theirs} were chosen elsewhere, and yours were not saved. Save again to put yours in their place, or cancel to keep theirs.`;
}
