interface ProgressBarProps {
  readonly label: string;
  /** Null while unknown: then the bar is empty and says nothing of the value. */
  readonly percent: number | null;
}

/** A share of a whole, clamped to 0–100%. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  const clamped = Math.min(100, Math.max(0, percent ?? 0));
  return (
    <div
      role="progressbar"
      data-bar=""
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { "aria-valuenow": Math.round(clamped * 10) / 10 })}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-accent"
        // At least a trace, so that a beginning shows.
        style={{ width: `${clamped === 0 ? 0 : Math.max(1, clamped)}%` }}
      />
    </div>
  );
}
