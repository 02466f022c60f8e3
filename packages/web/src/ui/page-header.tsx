import type { ReactNode } from "react";
import { useTitle } from "./use-title.ts";

interface PageHeaderProps {
  readonly title: string;
  /** Beside the title: badges. */
  readonly badges?: ReactNode;
  /** At the other end: buttons. */
  readonly children?: ReactNode;
}

/** The title of a page in the frame, and what can be done on it. */
export function PageHeader({ title, badges, children }: PageHeaderProps) {
  useTitle(`${title} · Sevenfold`);
  return (
    <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl">{title}</h1>
        {badges}
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
