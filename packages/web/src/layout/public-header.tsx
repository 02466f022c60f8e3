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
    <header className="sticky top-0 z-20 border-b border-line bg-paper/90 backdrop-blur-sm">
      <div className="mx-auto flex h-14 max-w-[1160px] items-center gap-2 px-4 sm:px-6">
        <Link to="/" className="mr-auto rounded-control py-1" aria-label="Sevenfold, start page">
          <Wordmark />
        </Link>
        <nav aria-label="Product" className="hidden items-center font-medium sm:flex">
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
