import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { INPUT } from "./field.ts";

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** Where the browser cannot make the field as high as its text. */
  readonly rows?: number;
}

/** Text that is shown once, to be taken along. */
export function CopyField({ label, text, rows = 2 }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState("");
  const copy = async () => {
    // Pages without TLS have no clipboard of their own: there the text is at least selected.
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setWords("Copied");
    } catch {
      setWords("Selected: copy it with your keyboard");
    }
  };
  const Icon = words === "Copied" ? Check : Copy;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-xs font-medium text-muted">
        {label}
      </label>
      <div className="flex items-start gap-2">
        <textarea
          ref={field}
          id={id}
          readOnly
          rows={rows}
          value={text}
          spellCheck={false}
          className={`${INPUT} figure field-sizing-content h-auto! min-w-0 flex-1 resize-none py-2.5 break-all whitespace-pre-wrap!`}
        />
        <Button
          size="icon"
          className="size-10"
          aria-label={`Copy ${label}`}
          onClick={() => void copy()}
        >
          <Icon aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <p role="status" className="text-13 text-muted [&:not(:empty)]:mt-1">
        {words}
      </p>
    </div>
  );
}
