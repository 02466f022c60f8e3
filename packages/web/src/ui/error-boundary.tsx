import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Glyph } from "./mark.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Where a fault of ours ends: the page says so, and the rest of the product goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Broken /> : this.props.children;
  }
}

const Broken = () => (
  <div role="alert" className="grid min-h-[60dvh] place-items-center p-6">
    <div className="max-w-md rounded-card border border-line bg-surface p-8 text-center">
      <Glyph className="mx-auto size-8 text-muted" />
      <h1 className="mt-4 text-xl">This page failed</h1>
      <p className="mt-2 text-muted">
        The fault is ours and is in the page only: orders and automation run on the server and are
        not affected.
      </p>
      <div className="mt-6 flex justify-center gap-2">
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={() => location.assign("/")}>Go to the start</Button>
      </div>
    </div>
  </div>
);
