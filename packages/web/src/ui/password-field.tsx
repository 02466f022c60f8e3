import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** An input for a secret, which can be shown. */
export function PasswordField(props: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const words = `${isShown ? "Hide" : "Show"} ${props.label.toLowerCase()}`;
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={words}
          title={words}
          className="grid size-8 place-items-center rounded-control text-muted transition-colors hover:text-ink"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      }
    />
  );
}
