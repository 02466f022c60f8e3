import type { UserView } from "@sevenfold/contract/sign-in";
import { Card } from "../ui/card.tsx";
import { dayText } from "../ui/eastern-time.ts";

/** Name and address, as they must be given to sign in. */
export const ProfileCard = ({ user }: { readonly user: UserView }) => (
  <Card title="Profile">
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 [&>dd]:truncate [&>dt]:text-muted">
      <dt>Username</dt>
      <dd>{user.username}</dd>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Since</dt>
      <dd>{dayText(user.createdAt)}</dd>
    </dl>
    {user.isDemo && (
      <p className="mt-4 text-13 text-muted">
        A demo account has no password and lasts 24 hours. Sign out and sign up to keep one of your
        own.
      </p>
    )}
  </Card>
);
