import type { UserView } from "@sevenfold/contract/sign-in";
import { LogOut } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "../ui/button.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";
import { useSignOut } from "../ui/use-sign-out.ts";
import { ActivityLog } from "./activity-log.tsx";

/** Initials, drawn here: a user name is sent to no one. */
export const Initials = ({ of }: { readonly of: string }) => (
  <span
    aria-hidden="true"
    className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-tint text-13 font-semibold text-accent uppercase"
  >
    {of.slice(0, 2)}
  </span>
);

export function UserBlock({ user }: { readonly user: UserView }) {
  const { isPending, signOut } = useSignOut();
  return (
    <div className="border-t border-line p-2.5">
      <Link
        to="/settings/account"
        title="Your account"
        className="flex items-center justify-center gap-2.5 rounded-control p-1.5 transition-colors hover:bg-sunk nav:justify-start"
      >
        <Initials of={user.username} />
        <span className="sr-only min-w-0 nav:not-sr-only">
          <span className="block truncate font-medium">{user.username}</span>
          <span className="block truncate text-xs text-muted">{user.email}</span>
        </span>
      </Link>
      <div className="mt-1 flex flex-col items-center gap-1 nav:flex-row">
        <Button
          look="bare"
          className="flex-1 max-nav:size-9 max-nav:flex-none max-nav:px-0 nav:justify-start"
          disabled={isPending}
          title="Sign Out"
          onClick={signOut}
        >
          <LogOut aria-hidden="true" className="size-4" />
          <span className="sr-only nav:not-sr-only">
            {isPending ? "Signing out..." : "Sign Out"}
          </span>
        </Button>
        <ActivityLog />
        <ThemeToggle />
      </div>
    </div>
  );
}
