import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A part of a page that scrolls by itself, for keys too. What is hidden within it stays within it. On
 * paper, where nothing scrolls, it is as large as what it holds.
 */
export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
    tabIndex={0}
    className={classNames(
      "relative overflow-auto [contain:layout_paint] print:h-auto print:max-h-none print:overflow-visible print:[contain:none]",
      className,
    )}
  >
    {children}
  </section>
);
