import type { UseFormRegisterReturn } from "react-hook-form";
import { CodeField } from "../ui/code-field.tsx";
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
        <p className="mt-1 text-muted">This account asks for a code as well.</p>
      </div>
      <CodeField registration={registration} problem={problem} />
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
