import { Cover } from "../ui/amounts.tsx";
import { Button } from "../ui/button.tsx";

interface CoveredGoalProps {
  /** It takes the place of the field that had the focus. */
  readonly isReturned: boolean;
  readonly onOpen: () => void;
}

/** Stands for the goal while values are hidden: a field would show its number. */
export function CoveredGoal({ isReturned, onOpen }: CoveredGoalProps) {
  return (
    <div className="space-y-4">
      <div>
        <p className="text-xs font-medium text-muted">Goal amount ($)</p>
        <p className="figure mt-1.5 py-2">
          <Cover />
        </p>
        <p className="mt-1.5 text-13 text-muted">
          Values are hidden. Changing the goal shows its amount.
        </p>
      </div>
      <Button autoFocus={isReturned} onClick={onOpen}>
        Change Goal
      </Button>
    </div>
  );
}
