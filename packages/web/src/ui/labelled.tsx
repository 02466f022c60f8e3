import type { ReactNode } from "react";

interface LabelledProps {
  /** The id of the input. */
  readonly id: string;
  readonly label: string;
  readonly problem?: string | undefined;
  /** Beside the label. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A label above its input, and below it what is wrong. The input names `${id}-problem`. */
export const Labelled = ({ id, label, problem, aside, children }: LabelledProps) => (
  <div>
    <div className="mb-1.5 flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      {aside}
    </div>
    {children}
    {problem !== undefined && (
      <p id={`${id}-problem`} role="alert" className="mt-1.5 text-13 text-loss">
        {problem}
      </p>
    )}
  </div>
);

/** What an input says of its problem to a screen reader. */
export const problemProps = (id: string, problem: string | undefined) =>
  problem === undefined
    ? {}
    : { "aria-invalid": true as const, "aria-describedby": `${id}-problem` };
