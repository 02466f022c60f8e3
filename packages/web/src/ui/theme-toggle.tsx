import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, type Theme, useTheme } from "./appearance.ts";
import { Button } from "./button.tsx";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NAMES = { system: "as the system", light: "light", dark: "dark" };

/** Steps through system, light and dark. */
export function ThemeToggle({ className }: { readonly className?: string }) {
  const theme = useTheme();
  const Icon = ICONS[theme];
  const words = `Appearance: ${NAMES[theme]}. Change to ${NAMES[NEXT[theme]]}`;
  return (
    <Button
      look="bare"
      size="icon"
      className={className}
      aria-label={words}
      title={words}
      onClick={() => chooseTheme(NEXT[theme])}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </Button>
  );
}
