import { type ReactNode, useEffect, useRef } from "react";

const TINT_MS = 250;

/**
 * Tints its background for a quarter of a second when the value moves; still under reduced motion.
 * Only the tint's opacity is animated, which the browser does beside the page's own work.
 */
export function TickCell({
  value,
  children,
}: {
  readonly value: number | null | undefined;
  readonly children: ReactNode;
}) {
  const before = useRef(value);
  const tint = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last == null || value == null || last === value || isStill()) return;
    if (tint.current === null) return;
    tint.current.style.backgroundColor = `var(--${last < value ? "gain" : "loss"})`;
    tint.current.animate?.({ opacity: [0.22, 0] }, { duration: TINT_MS, easing: "ease-out" });
  }, [value]);

  return (
    // The tint reaches beyond the figure, which stands where its column's others do.
    <span className="relative -mx-1 rounded-[4px] px-1 py-0.5">
      <span
        ref={tint}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-[4px] opacity-0"
      />
      {children}
    </span>
  );
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
