import type { UserView } from "@sevenfold/contract/sign-in";
import { LogOut } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";
import { ActivityLog } from "./activity-log.tsx";
import { useSignOut } from "./use-sign-out.ts";

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
      <div className="flex items-center justify-center gap-2.5 p-1.5 nav:justify-start">
        <Initials of={user.username} />
        <div className="hidden min-w-0 nav:block">
          <p className="truncate font-medium">{user.username}</p>
          <p className="truncate text-xs text-muted">{user.email}</p>
        </div>
      </div>
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
