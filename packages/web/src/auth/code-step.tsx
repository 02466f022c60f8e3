import type { UseFormRegisterReturn } from "react-hook-form";
import { CodeField } from "../ui/code-field.tsx";

interface CodeStepProps {
  readonly registration: UseFormRegisterReturn;
  readonly problem: string | undefined;
  readonly onBack: () => void;
}

/** The second step of signing in, for accounts that ask for it. */
export function CodeStep({ registration, problem, onBack }: CodeStepProps) {
  return (
    <>
      <div>
        <h2 className="text-base">Two-step sign-in</h2>
        <p className="mt-1 text-muted">This account asks for a code as well.</p>
      </div>
      <CodeField registration={registration} problem={problem} isFirst />
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
