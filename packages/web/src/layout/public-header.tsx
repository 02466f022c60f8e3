import { Link, NavLink } from "react-router-dom";
import { useVisitor } from "../api/use-user.ts";
import { ButtonLink } from "../ui/button.tsx";
import { DemoTraderButton } from "../ui/demo-trader-button.tsx";
import { Wordmark } from "../ui/mark.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";

const LINK = "rounded-control px-3 py-2 text-muted transition-colors hover:text-ink";

/** Above every public page. */
export function PublicHeader() {
  const { user } = useVisitor();
  return (
    <header className="z-20 border-b border-line bg-paper/90 backdrop-blur-sm sm:sticky sm:top-0 low:static!">
      <div className="mx-auto flex max-w-[1160px] flex-wrap items-center gap-x-2 px-4 sm:px-6">
        <Link
          to="/"
          className="my-3 mr-auto rounded-control py-1"
          aria-label="Sevenfold, start page"
        >
          <Wordmark />
        </Link>
        {/* A row of its own on a phone: every page is one step from every other there too. */}
        <nav
          aria-label="Product"
          className="order-last -mx-3 flex w-full items-center pb-1.5 font-medium sm:order-none sm:mx-0 sm:w-auto sm:pb-0"
        >
          <NavLink to="/features" className={LINK}>
            Features
          </NavLink>
          <NavLink to="/pricing" className={LINK}>
            Pricing
          </NavLink>
          <Link to="/#about" className={LINK}>
            About
          </Link>
        </nav>
        <ThemeToggle />
        {user === undefined ? (
          <DemoTraderButton />
        ) : (
          <ButtonLink to="/dashboard" look="primary">
            Dashboard
          </ButtonLink>
        )}
      </div>
    </header>
  );
}
