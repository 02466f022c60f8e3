import { Component, type ReactNode } from "react";
import { PartNotLoaded } from "./apart.ts";
import { Button } from "./button.tsx";
import { Glyph } from "./mark.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** In the place of what failed; left out, a notice as large as a page. */
  readonly instead?: ReactNode;
  /** The address it stands at: another one begins anew. */
  readonly at?: string;
}

interface Failure {
  readonly problem?: unknown;
  readonly hasFailed: boolean;
  readonly at?: string;
}

/** Where a fault of ours ends: the page says so, and the rest of the product goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { hasFailed: false };

  static getDerivedStateFromError(problem: unknown): Partial<Failure> {
    return { hasFailed: true, problem };
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, failure: Failure) {
    return failure.at === at ? null : { at, hasFailed: false };
  }

  override render() {
    const { children, instead } = this.props;
    if (!this.state.hasFailed) return children;
    return instead === undefined ? <Broken problem={this.state.problem} /> : instead;
  }
}

const Broken = ({ problem }: { readonly problem: unknown }) => (
  <div role="alert" className="grid min-h-[60dvh] place-items-center p-6">
    <div className="max-w-md rounded-card border border-line bg-surface p-8 text-center">
      <Glyph className="mx-auto size-8 text-muted" />
      {problem instanceof PartNotLoaded ? (
        <>
          <h1 className="mt-4 text-xl">This page could not be loaded</h1>
          <p className="mt-2 text-muted">
            The server did not send it: it does not answer, or it is newer than what this window
            shows. Orders and automation run on the server and are not affected.
          </p>
        </>
      ) : (
        <>
          <h1 className="mt-4 text-xl">This page failed</h1>
          <p className="mt-2 text-muted">
            The fault is ours and is in the page only: orders and automation run on the server and
            are not affected.
          </p>
        </>
      )}
      <div className="mt-6 flex justify-center gap-2">
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={() => location.assign("/")}>Go to the start</Button>
      </div>
    </div>
  </div>
);
