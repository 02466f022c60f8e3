import { Eye, EyeOff } from "lucide-react";
import { hideValues, useValuesHidden } from "./appearance.ts";
import { Button } from "./button.tsx";

/** Covers the account's amounts, or shows them again. */
export function ValuesToggle() {
  const isHidden = useValuesHidden();
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <Button
      look="bare"
      size="icon"
      // The narrowest screens have it in the palette.
      className="max-[350px]:hidden"
      aria-label="Hide values"
      aria-pressed={isHidden}
      title={isHidden ? "Show values" : "Hide values"}
      onClick={() => hideValues(!isHidden)}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </Button>
  );
}
