import { CALLS } from "@sevenfold/contract/calls";
import { Plus } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { INPUT } from "../ui/field.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { useWatchlist, watch } from "./use-watchlist.ts";

const TICKER_LENGTH_MAX = 5;

/** A button that becomes an input: Enter adds, Escape cancels, the company shows as one types. */
export function AddStock() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <AddForm onClose={() => setOpen(false)} />;
  return (
    <Button size="small" onClick={() => setOpen(true)}>
      <Plus aria-hidden="true" className="size-3.5" />
      Add Stock
    </Button>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const [ticker, setTicker] = useState("");
  const [isPending, setPending] = useState(false);
  const { data: watched } = useWatchlist();
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole(ticker)) return;
    setPending(true);
    const isAdded = await watch(ticker, watched);
    setPending(false);
    if (isAdded) onClose();
  };

  return (
    <form
      className="w-full"
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <div className="flex gap-1.5">
        <label htmlFor={id} className="sr-only">
          Symbol to watch
        </label>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the user has just asked for this input.
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="Symbol"
          value={ticker}
          onChange={({ target }) => setTicker(target.value.trim().toUpperCase())}
          className={`${INPUT} h-8 w-24 min-w-0 flex-1`}
        />
        <Button
          type="submit"
          look="primary"
          size="small"
          className="h-8"
          disabled={!isWhole(ticker) || isPending}
        >
          Add
        </Button>
        <Button size="small" className="h-8" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <CompanyPreview ticker={ticker} />
    </form>
  );
}

/** Nothing is cut off what was pasted: what is left of " GOOGL" would be another stock. */
const isWhole = (ticker: string): boolean => ticker !== "" && !isTooLong(ticker);

const isTooLong = (ticker: string): boolean => TICKER_LENGTH_MAX < ticker.length;

/** Which company it is; nothing where the look-up fails. */
function CompanyPreview({ ticker }: { readonly ticker: string }) {
  const debounced = useDebounced(ticker, 250);
  const { data: company, error } = useEndpoint(
    CALLS.readCompany,
    { ticker: debounced },
    { when: isWhole(debounced) },
  );
  return (
    <p aria-live="polite" className="mt-1 min-h-4 truncate text-xs text-muted">
      {isTooLong(ticker) && `A symbol has at most ${TICKER_LENGTH_MAX} characters`}
      {company && !error && debounced === ticker && `${company.name} · ${company.sector}`}
    </p>
  );
}
