import type { ReactNode } from "react";
import { Panel } from "./card.tsx";
import { classNames } from "./class-names.ts";
import { StaleLine } from "./problem-notice.tsx";
import { Skeleton } from "./skeleton.tsx";

interface MetricCardProps {
  readonly label: string;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** Where its figure comes from, while that could not be read anew. */
  readonly staleAddress?: string | false;
  readonly onRetry: () => void;
  readonly value: ReactNode;
  readonly children: ReactNode;
}

/** One large figure and what it means. Loading and failed take the same room. */
export const MetricCard = ({
  label,
  isLoading,
  hasFailed,
  staleAddress = false,
  onRetry,
  value,
  children,
}: MetricCardProps) => (
  <Panel className="flex min-h-[117px] flex-col px-4 py-3">
    <h2 className="text-xs font-medium tracking-normal text-muted">{label}</h2>
    {isLoading ? (
      <div role="status" className="mt-2.5">
        <span className="sr-only">Loading {label}</span>
        <Skeleton className="h-6 w-32 max-w-full" />
        <Skeleton className="mt-3 h-3.5 w-24" />
      </div>
    ) : hasFailed ? (
      <p className="mt-2 text-13">
        Failed to load data
        <button
          type="button"
          className="block font-medium text-accent underline-offset-4 hover:underline"
          onClick={onRetry}
        >
          Retry
        </button>
      </p>
    ) : (
      <>
        <p className="mt-1 text-xl font-semibold tracking-[-0.015em] sm:text-2xl">{value}</p>
        <div className="mt-auto pt-1 text-13 text-muted">{children}</div>
        {staleAddress !== false && <StaleLine address={staleAddress} onRetry={onRetry} />}
      </>
    )}
  </Panel>
);

/** Two pairs of metric cards side by side, as many as their figures leave room for: none is ever cut off. */
export const MetricGrid = ({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) => <div className={classNames("flex flex-wrap gap-3 md:gap-4", className)}>{children}</div>;

/** Two cards that stay beside one another where the four of them do not: two rows, and never three and one. */
export const MetricPair = ({ children }: { readonly children: ReactNode }) => (
  <div
    className={classNames(
      "contents lg:flex lg:min-w-min lg:grow lg:basis-0 lg:gap-4",
      "[&>*]:min-w-min [&>*]:grow [&>*]:basis-[calc(50%-8px)] lg:[&>*]:basis-0",
    )}
  >
    {children}
  </div>
);
