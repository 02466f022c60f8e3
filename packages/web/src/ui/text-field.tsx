import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { Figure } from "../fields/use-figure.ts";
import { classNames } from "./class-names.ts";
import { INPUT } from "./field.ts";
import { afterPress } from "./press.ts";

export interface TextFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name" | "onChange" | "onBlur"> {
  readonly label: string;
  readonly registration: UseFormRegisterReturn | Figure;
  readonly problem?: string | undefined;
  /** Below the input, while nothing is wrong. */
  readonly hint?: ReactNode;
  /** Over the input's right end. */
  readonly end?: ReactNode;
}

/** A labelled input of a form, with what is wrong or worth knowing below it. */
export function TextField({
  label,
  registration,
  problem,
  hint,
  end,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  const hasWords = isWrong || hint !== undefined;
  return (
    <div className={classNames("min-w-0", className)}>
      <label htmlFor={id} className="mb-1.5 block text-xs font-medium text-muted">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={isWrong}
          aria-describedby={hasWords ? `${id}-words` : undefined}
          className={classNames(
            INPUT,
            "w-full read-only:bg-sunk",
            end !== undefined && "pr-11",
            rest.inputMode !== undefined && "figure text-right",
          )}
          {...rest}
          {...registration}
          // What is wrong takes a line, and all below moves.
          onBlur={(event) => afterPress(() => void registration.onBlur(event))}
        />
        {end !== undefined && (
          <span className="absolute inset-y-0 right-0 flex items-center pr-1.5">{end}</span>
        )}
      </div>
      {hasWords && (
        <p
          id={`${id}-words`}
          {...(isWrong && { role: "alert" })}
          className={classNames("mt-1.5 text-13", isWrong ? "text-loss" : "text-muted")}
        >
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
