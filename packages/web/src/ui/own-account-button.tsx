import { Button } from "./button.tsx";
import { useSignOut } from "./use-sign-out.ts";

interface OwnAccountButtonProps {
  readonly look?: "primary" | "quiet";
  readonly size?: "normal" | "large";
  readonly className?: string;
}

/** From a demo to an account that stays. One browser holds one sign-in: the demo is left for it. */
export function OwnAccountButton({
  look = "quiet",
  size = "normal",
  className,
}: OwnAccountButtonProps) {
  const { isPending, signOut } = useSignOut("/auth?tab=sign-up");
  return (
    <Button
      look={look}
      size={size}
      {...(className !== undefined && { className })}
      disabled={isPending}
      onClick={signOut}
    >
      {isPending ? "Leaving the demo..." : "Create an Account"}
    </Button>
  );
}
