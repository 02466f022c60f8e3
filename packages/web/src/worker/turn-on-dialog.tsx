import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { useState } from "react";
import { AlertDialog } from "../ui/alert-dialog.tsx";

interface TurnOnDialogProps {
  readonly ready: WorkerStatusView["ready_symbols"];
  readonly onCancel: () => void;
  readonly onConfirm: (freshTrails: boolean) => void;
}

/** Says what would trade at once, before it does. */
export function TurnOnDialog({ ready, onCancel, onConfirm }: TurnOnDialogProps) {
  const [freshTrails, setFreshTrails] = useState(false);
  return (
    <AlertDialog
      title="Turn on automatic trading"
      confirm="Turn on"
      onCancel={onCancel}
      onConfirm={() => onConfirm(freshTrails)}
    >
      <p>{wordsFor(ready.length)} From then on the worker buys and sells by your rules.</p>
      {0 < ready.length && (
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-control border border-line px-3 py-2 text-13">
          <Ready words="Buy" side="buy" ready={ready} />
          <Ready words="Sell" side="sell" ready={ready} />
        </dl>
      )}
      <label className="mt-4 flex gap-3 rounded-control border border-line bg-raised p-3 text-ink">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={freshTrails}
          onChange={({ target }) => setFreshTrails(target.checked)}
        />
        <span>
          Start with fresh trails
          <span className="block text-13 text-muted">
            Every trail begins again at the current price, so that old highs and lows trade nothing
            at once.
          </span>
        </span>
      </label>
    </AlertDialog>
  );
}

function Ready({
  words,
  side,
  ready,
}: Pick<TurnOnDialogProps, "ready"> & {
  readonly words: string;
  readonly side: "buy" | "sell";
}) {
  const tickers = ready.filter((each) => each.side === side).map(({ ticker }) => ticker);
  if (tickers.length === 0) return null;
  return (
    <>
      <dt>{words}</dt>
      <dd className="text-ink">{tickers.join(", ")}</dd>
    </>
  );
}

function wordsFor(count: number): string {
  if (count === 0) return "No symbol stands at its trigger: nothing trades at once.";
  if (count === 1) return "1 symbol stands at its trigger and would trade at once.";
  return `${count} symbols stand at their triggers and would trade at once.`;
}
