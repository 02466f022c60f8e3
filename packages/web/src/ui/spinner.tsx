import { LoaderCircle } from "lucide-react";

/** Fills the page while it is not yet known what to show. */
export const CenteredSpinner = ({ what }: { readonly what: string }) => (
  <div role="status" className="grid min-h-[60dvh] place-items-center text-muted">
    <LoaderCircle aria-hidden="true" className="turning size-7" />
    <span className="sr-only">Loading {what}</span>
  </div>
);
