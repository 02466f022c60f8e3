import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

/** A plain panel. */
export const Panel = ({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <div className={classNames("rounded-card border border-line bg-surface", className)}>
    {children}
  </div>
);

interface CardProps {
  readonly title: ReactNode;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
  /** False where a table runs to the edges. */
  readonly isPadded?: boolean;
  readonly children: ReactNode;
}

/** A titled region of a page. */
export function Card({ title, aside, className, isPadded = true, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames("min-w-0 rounded-card border border-line bg-surface", className)}
    >
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
        <h2 id={id} className="text-sm">
          {title}
        </h2>
        {aside}
      </header>
      <div className={isPadded ? "px-4 pb-4" : ""}>{children}</div>
    </section>
  );
}
