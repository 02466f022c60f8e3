import { useUser } from "../api/use-user.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { DeleteCard } from "./delete-card.tsx";
import { DisplayCard } from "./display-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";
import { TwoStepCard } from "./two-step-card.tsx";

/** Who the user is, and what lets them in. */
export function AccountPage() {
  const { user } = useUser();
  if (user === undefined) return null;
  return (
    <>
      <PageHeader title="Account" />
      <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-3 md:space-y-4">
          <ProfileCard user={user} />
          <DisplayCard />
          {!user.isDemo && <TwoStepCard user={user} />}
        </div>
        <div className="min-w-0 space-y-3 md:space-y-4">
          {!user.isDemo && <PasswordCard />}
          <SignInsCard />
          {!user.isDemo && <DeleteCard user={user} />}
        </div>
      </div>
    </>
  );
}
