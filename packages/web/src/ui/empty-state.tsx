import type { ReactNode } from "react";

/** Nothing is there: what it would be, and what to do. */
export const EmptyState = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) => (
  <div className="grid min-h-40 place-items-center border-t border-line px-4 py-8 text-center">
    <div>
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="mt-1 text-13 text-muted">{children}</p>}
    </div>
  </div>
);
