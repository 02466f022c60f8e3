import { type ReactNode, Suspense } from "react";
import { EmptyState } from "./empty-state.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Skeleton } from "./skeleton.tsx";

interface ChartSlotProps {
  /** The height and margins that stand for the chart until it is there. */
  readonly className: string;
  readonly children: ReactNode;
}

/** Where a chart stands that is loaded apart, next to a table of the same figures. */
export const ChartSlot = ({ className, children }: ChartSlotProps) => (
  <ErrorBoundary
    instead={
      <EmptyState title="The chart could not be loaded">
        The table has the same figures. Reload the page to see them drawn.
      </EmptyState>
    }
  >
    <Suspense fallback={<Skeleton className={className} />}>{children}</Suspense>
  </ErrorBoundary>
);
