import { CALLS } from "@sevenfold/contract/calls";
import type { UserView } from "@sevenfold/contract/sign-in";
import { Link } from "react-router-dom";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";
import { useSignOut } from "../ui/use-sign-out.ts";
import { ActivityLog } from "./activity-log.tsx";
import type { NavigationLink } from "./links.ts";
import { Initials } from "./user-block.tsx";
import { VERSION } from "./version.ts";

interface MoreSheetProps {
  readonly user: UserView;
  readonly links: readonly NavigationLink[];
  readonly onClose: () => void;
}

/** What the bottom bar has no room for. */
export function MoreSheet({ user, links, onClose }: MoreSheetProps) {
  const { isPending, signOut } = useSignOut();
  return (
    <Dialog title="More" description={`Sevenfold ${VERSION}`} onClose={onClose}>
      <ul className="p-2">
        {links.map(({ to, words, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-12 items-center gap-3 rounded-control px-3 font-medium"
              onClick={onClose}
            >
              <Icon aria-hidden="true" className="size-5 text-muted" />
              {words}
            </Link>
          </li>
        ))}
      </ul>
      <AccountInUse onClose={onClose} />
      <div className="flex items-center gap-3 border-t border-line p-4">
        <Link
          to="/settings/account"
          className="flex min-w-0 flex-1 items-center gap-3 rounded-control"
          onClick={onClose}
        >
          <Initials of={user.username} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{user.username}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </span>
        </Link>
        <ActivityLog />
        <ThemeToggle />
        <Button disabled={isPending} onClick={signOut}>
          {isPending ? "Signing out..." : "Sign Out"}
        </Button>
      </div>
    </Dialog>
  );
}

/** Whose figures all pages show and where orders go: a phone's strip has no room for it. */
function AccountInUse({ onClose }: Pick<MoreSheetProps, "onClose">) {
  const { data: account } = useEndpoint(CALLS.readAccount);
  if (account === undefined || account.mode === "demo") return null;
  return (
    <Link
      to="/settings/brokers"
      className="block border-t border-line px-5 py-3 text-13"
      onClick={onClose}
    >
      <span className="block text-muted">Account in use</span>
      <span className="block truncate font-medium">{account.label}</span>
    </Link>
  );
}
