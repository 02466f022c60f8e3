import { CircleAlert } from "lucide-react";
import { Button } from "../ui/button.tsx";

interface TroubleNoteProps {
  readonly words: string;
  readonly onRetry: () => void;
}

/** The payment provider is away: what is on record still shows. */
export const TroubleNote = ({ words, onRetry }: TroubleNoteProps) => (
  <div
    role="status"
    className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-amber/30 bg-amber-tint px-4 py-2.5 text-13 text-amber md:mb-4"
  >
    <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
    <p className="min-w-0 flex-1">
      {words} Nothing can be bought or changed meanwhile; what is shown is what was last known.
    </p>
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  </div>
);
