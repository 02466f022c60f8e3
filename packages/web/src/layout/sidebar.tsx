import type { UserView } from "@sevenfold/contract/sign-in";
import { Link, useLocation } from "react-router-dom";
import { classNames } from "../ui/class-names.ts";
import { Glyph } from "../ui/mark.tsx";
import { isCurrent, LINKS, type NavigationLink } from "./links.ts";
import { UserBlock } from "./user-block.tsx";
import { VERSION } from "./version.ts";

/** From 768 px; icons only under 1180. */
export const Sidebar = ({ user }: { readonly user: UserView }) => (
  <header className="sticky top-0 hidden h-dvh w-16 shrink-0 flex-col border-r border-line bg-surface md:flex nav:w-[232px] print:hidden">
    <Link
      to="/dashboard"
      className="flex h-14 items-center justify-center gap-2.5 px-4 nav:justify-start"
    >
      <Glyph className="size-6 text-accent" />
      <span className="sr-only text-base font-semibold tracking-[-0.02em] nav:not-sr-only">
        Sevenfold
      </span>
      <span className="figure sr-only text-xs text-muted nav:not-sr-only nav:mt-1">{VERSION}</span>
    </Link>
    <nav aria-label="Main" className="flex-1 overflow-y-auto px-2.5 py-2">
      <ul className="space-y-0.5">
        {LINKS.map((link) => (
          <SidebarLink key={link.to} link={link} />
        ))}
      </ul>
    </nav>
    <UserBlock user={user} />
  </header>
);

function SidebarLink({ link: { to, words, icon: Icon } }: { readonly link: NavigationLink }) {
  const { pathname } = useLocation();
  const current = isCurrent(to, pathname);
  return (
    <li>
      <Link
        to={to}
        title={words}
        aria-current={current ? "page" : undefined}
        className={classNames(
          "flex h-10 items-center justify-center gap-3 rounded-control px-3 font-medium transition-colors nav:justify-start",
          current ? "bg-accent-tint text-accent" : "text-muted hover:bg-sunk hover:text-ink",
        )}
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.9} />
        <span className="sr-only nav:not-sr-only">{words}</span>
      </Link>
    </li>
  );
}
