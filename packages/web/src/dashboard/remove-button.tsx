import { X } from "lucide-react";
import { unwatch } from "./use-watchlist.ts";

/** Takes a stock off the list it stands in; the next one can be removed with the next key. */
export const RemoveButton = ({ ticker }: { readonly ticker: string }) => (
  <button
    type="button"
    aria-label={`Remove ${ticker} from the watchlist`}
    title="Remove from the watchlist"
    data-removes={ticker}
    className="relative z-[1] grid size-6 place-items-center rounded-[5px] text-muted opacity-0 transition-opacity group-hover:opacity-100 hover:bg-sunk hover:text-ink focus-visible:opacity-100"
    onClick={({ currentTarget }) => void removeFrom(currentTarget, ticker)}
  >
    <X aria-hidden="true" className="size-3.5" />
  </button>
);

async function removeFrom(button: HTMLElement, ticker: string): Promise<void> {
  const neighbor = neighborOf(button);
  if (!(await unwatch(ticker))) return;
  // Whoever has moved on meanwhile stays there.
  const { activeElement } = document;
  if (activeElement === button || activeElement === document.body) neighbor?.focus();
}

/** The next row's button, or the one before the last; of an empty list, what adds to it. */
function neighborOf(button: HTMLElement): HTMLElement | undefined {
  const list = button.closest("aside");
  const all = [...(list?.querySelectorAll<HTMLElement>("[data-removes]") ?? [])];
  const index = all.indexOf(button);
  return all[index + 1] ?? all[index - 1] ?? list?.querySelector("button") ?? undefined;
}
