import { type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

/** Tints its background for a quarter of a second when the value moves; still under reduced motion. */
export function TickCell({
  value,
  children,
}: {
  readonly value: number | null | undefined;
  readonly children: ReactNode;
}) {
  const before = useRef(value);
  const [tint, setTint] = useState<{ readonly up: boolean; readonly turn: number }>();

  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last == null || value == null || last === value) return;
    setTint((previous) => ({ up: last < value, turn: (previous?.turn ?? 0) + 1 }));
  }, [value]);

  return (
    <span
      // A new key starts the tint afresh.
      key={tint?.turn ?? 0}
      className={classNames(
        "rounded-[4px] px-1 py-0.5",
        tint && (tint.up ? "tick-up" : "tick-down"),
      )}
    >
      {children}
    </span>
  );
}
