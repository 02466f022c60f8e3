import { Link } from "react-router-dom";
import { useVisitor } from "../api/use-user.ts";
import { Wordmark } from "../ui/mark.tsx";

const LINKS = [
  ["/features", "Features"],
  ["/pricing", "Pricing"],
  ["/#about", "About"],
] as const;

/** Below every public page. */
export function PublicFooter() {
  const { user } = useVisitor();
  const way =
    user === undefined ? (["/auth", "Sign In"] as const) : (["/dashboard", "Dashboard"] as const);
  return (
    <footer className="border-t border-line">
      <div className="mx-auto max-w-[1160px] px-4 py-10 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-6">
          <Wordmark />
          <nav aria-label="Footer" className="-mx-2 flex flex-wrap">
            {[...LINKS, way].map(([to, words]) => (
              <Link
                key={to}
                to={to}
                className="rounded-control px-2 py-2 text-muted transition-colors hover:text-ink"
              >
                {words}
              </Link>
            ))}
          </nav>
        </div>
        <p className="mt-6 max-w-3xl text-13 text-muted">
          Sevenfold runs on your own machine. It is software, not investment advice. Trading can
          lose money, automated trading too; results on simulated or past prices say little about
          future ones.
        </p>
      </div>
    </footer>
  );
}
