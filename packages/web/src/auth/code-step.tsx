import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "../ui/text-field.tsx";
import { useFocusOnce } from "../ui/use-focus-once.ts";

interface CodeStepProps {
  readonly registration: UseFormRegisterReturn;
  readonly problem: string | undefined;
  readonly onBack: () => void;
}

/** The second step of signing in, for accounts that ask for it. */
export function CodeStep({ registration, problem, onBack }: CodeStepProps) {
  const heading = useFocusOnce<HTMLHeadingElement>();
  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
          Two-step sign-in
        </h2>
        <p className="mt-1 text-muted">
          Enter the six digits your authenticator shows now, or one of your recovery codes.
        </p>
      </div>
      <TextField
        label="Code"
        registration={registration}
        problem={problem}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="figure"
      />
      <button
        type="button"
        className="rounded-[5px] text-13 font-medium text-accent underline-offset-4 hover:underline"
        onClick={onBack}
      >
        Sign in as somebody else
      </button>
    </>
  );
}
