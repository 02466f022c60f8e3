import type { ReactNode } from "react";
import { useFocusOnArrival } from "../ui/use-focus-on-arrival.ts";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader } from "./public-header.tsx";

/** The frame of every page a visitor may see. */
export function PublicPage({ children }: { readonly children: ReactNode }) {
  useFocusOnArrival();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <PublicHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

/** A band of a public page, at its common width. */
export const Band = ({
  id,
  className = "py-16 sm:py-20",
  children,
}: {
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <section id={id} className={className}>
    <div className="mx-auto max-w-[1160px] px-4 sm:px-6">{children}</div>
  </section>
);
