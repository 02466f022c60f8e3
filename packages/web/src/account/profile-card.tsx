import type { UserView } from "@sevenfold/contract/sign-in";
import { Card } from "../ui/card.tsx";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { OwnAccountButton } from "../ui/own-account-button.tsx";

/** Name and address, as they must be given to sign in. */
export const ProfileCard = ({ user }: { readonly user: UserView }) => (
  <Card title="Profile">
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 [&>dd]:min-w-0 [&>dd]:wrap-anywhere [&>dt]:text-muted">
      <dt>Username</dt>
      <dd>{user.username}</dd>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Since</dt>
      <dd>{dayText(user.createdAt)}</dd>
    </dl>
    {user.endsAt !== null && (
      <>
        <p className="mt-4 mb-4 text-13 text-muted">
          A demo account has no password and lasts 24 hours: this one ends {momentText(user.endsAt)}{" "}
          ET. One of your own stays; nothing of this demo is carried over.
        </p>
        <OwnAccountButton />
      </>
    )}
  </Card>
);
