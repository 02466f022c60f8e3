import { useVisitor } from "../api/use-user.ts";
import { ButtonLink } from "../ui/button.tsx";

interface StartLinkProps {
  readonly size?: "normal" | "large";
  readonly className?: string;
}

/** The way into the product: to the sign-in, or straight in for who is signed in. */
export function StartLink(look: StartLinkProps) {
  const { user } = useVisitor();
  return user === undefined ? (
    <ButtonLink to="/auth" look="primary" {...look}>
      Start 7x Challenge
    </ButtonLink>
  ) : (
    <ButtonLink to="/dashboard" look="primary" {...look}>
      Go to dashboard
    </ButtonLink>
  );
}
