import type { UserView } from "@sevenfold/contract/sign-in";
import { Ellipsis, Octagon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { classNames } from "../ui/class-names.ts";
import { useAutomation } from "../worker/use-automation.ts";
import { isCurrent, LINKS, type NavigationLink } from "./links.ts";
import { MoreSheet } from "./more-sheet.tsx";

const TARGET =
  "flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 rounded-control text-xs font-medium";
const SHORT: Readonly<Record<string, string>> = { "/trades": "History" };

/** Under 768 px: five targets, with Stop in the middle, where the thumb is. */
export function BottomBar({ user }: { readonly user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  const [dashboard, portfolio, trades, ...rest] = LINKS;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex gap-1 border-t border-line bg-surface px-2 pt-1 pb-[max(4px,env(safe-area-inset-bottom))] md:hidden print:hidden"
    >
      <BarLink link={dashboard!} />
      <BarLink link={portfolio!} />
      <BarStop />
      <BarLink link={trades!} />
      <button
        type="button"
        aria-haspopup="dialog"
        className={classNames(TARGET, "text-muted")}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
        More
      </button>
      {isOpen && <MoreSheet user={user} links={rest} onClose={() => setOpen(false)} />}
    </nav>
  );
}

function BarLink({ link: { to, words, icon: Icon } }: { readonly link: NavigationLink }) {
  const { pathname } = useLocation();
  const current = isCurrent(to, pathname);
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={classNames(TARGET, current ? "text-accent" : "text-muted")}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.9} />
      {SHORT[to] ?? words}
    </Link>
  );
}

function BarStop(): ReactNode {
  const { status, turnOff, isPending } = useAutomation();
  const isEnabled = status?.enabled ?? false;
  return (
    <button
      type="button"
      disabled={!isEnabled || isPending}
      className={classNames(TARGET, isEnabled ? "bg-loss text-paper" : "text-muted opacity-60")}
      onClick={() => void turnOff()}
    >
      <Octagon aria-hidden="true" className="size-5" fill={isEnabled ? "currentColor" : "none"} />
      {isPending ? "Stopping..." : "Stop"}
    </button>
  );
}
