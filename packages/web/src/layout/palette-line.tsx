import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { closePalette } from "../ui/palette-door.ts";

interface PaletteLineProps {
  readonly name: string;
  /** What else it is found by. */
  readonly words?: readonly string[];
  readonly icon?: LucideIcon;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One thing to choose; choosing closes the palette. */
export const PaletteLine = ({
  name,
  words = [],
  icon: Icon,
  onChoose,
  children,
}: PaletteLineProps) => (
  <Command.Item
    value={name}
    keywords={[...words]}
    className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 aria-selected:bg-accent-tint"
    onSelect={() => {
      closePalette();
      onChoose();
    }}
  >
    {Icon !== undefined && <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />}
    {children}
  </Command.Item>
);
