import { classNames } from "../ui/class-names.ts";

interface PerformanceBarProps {
  /** Null while unknown: then the bar is empty. */
  readonly amount: number | null;
  /** What the whole half is. */
  readonly largest: number;
}

/** A gain to the right of the middle, a loss to its left. The figures beside it say the same. */
export function PerformanceBar({ amount: given, largest }: PerformanceBarProps) {
  const amount = given ?? 0;
  const share = largest === 0 ? 0 : (Math.abs(amount) / largest) * 50;
  return (
    <span
      aria-hidden="true"
      data-bar=""
      className="relative inline-block h-2 w-28 overflow-hidden rounded-full bg-line align-middle"
    >
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
      <span
        className={classNames(
          "absolute inset-y-0",
          amount < 0 ? "right-1/2 bg-loss" : "left-1/2 bg-gain",
        )}
        style={{ width: `${share}%` }}
      />
    </span>
  );
}
