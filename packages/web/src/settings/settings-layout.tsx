import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router-dom";

const PAGES = [
  { to: "/settings", words: "Configuration" },
  { to: "/settings/brokers", words: "Brokers" },
  { to: "/settings/account", words: "Account" },
  { to: "/settings/tokens", words: "API tokens" },
] as const;

/** The frame of the settings' pages. */
export function SettingsLayout() {
  const pages = useShownPage();
  return (
    <>
      <div className="mb-4 flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-2 border-b border-line">
        <nav ref={pages} aria-label="Settings" className="-mb-px max-w-full overflow-x-auto">
          <ul className="flex gap-1">
            {PAGES.map(({ to, words }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  className="flex h-10 items-center border-b-2 border-transparent px-2 text-13 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:px-3 sm:text-sm"
                >
                  {words}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Link
          to="/dashboard"
          className="inline-flex h-6 items-center gap-1.5 rounded-[5px] text-13 font-medium text-muted hover:text-ink print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          Back to Dashboard
        </Link>
      </div>
      <Outlet />
    </>
  );
}

/** Where there is no room for all of them, the page that is shown is one of those in sight. */
function useShownPage() {
  const pages = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const shown = pathname !== "" && pages.current?.querySelector("[aria-current=page]");
    if (shown) shown.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return pages;
}
