import { useState } from "react";
import { AlertDialog } from "../ui/alert-dialog.tsx";

interface TurnOnDialogProps {
  readonly readySignals: number;
  readonly onCancel: () => void;
  readonly onConfirm: (freshTrails: boolean) => void;
}

/** Says what would trade at once, before it does. */
export function TurnOnDialog({ readySignals, onCancel, onConfirm }: TurnOnDialogProps) {
  const [freshTrails, setFreshTrails] = useState(false);
  return (
    <AlertDialog
      title="Turn on automatic trading"
      confirm="Turn on"
      onCancel={onCancel}
      onConfirm={() => onConfirm(freshTrails)}
    >
      <p>{wordsFor(readySignals)} From then on the worker buys and sells by your rules.</p>
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

function wordsFor(readySignals: number): string {
  if (readySignals === 0) return "No symbol stands at its trigger: nothing trades at once.";
  if (readySignals === 1) return "1 symbol stands at its trigger and would trade at once.";
  return `${readySignals} symbols stand at their triggers and would trade at once.`;
}
