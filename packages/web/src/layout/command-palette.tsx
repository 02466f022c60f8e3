import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useState } from "react";
import { closePalette, endTypingAhead, typedAhead } from "../ui/palette-door.ts";
import { useFocusReturn } from "../ui/use-focus-return.ts";
import { PaletteActions } from "./palette-actions.tsx";
import { PalettePages } from "./palette-pages.tsx";
import { paletteScore } from "./palette-score.ts";
import { PaletteLookUp, PaletteSymbols } from "./palette-symbols.tsx";

/** A symbol, a page or an action by a few letters of its name. */
export function CommandPalette() {
  const [typed, setTyped] = useState(typedAhead);
  useEffect(endTypingAhead, []);
  const returnFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && closePalette()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0.15_0.02_256/0.45)]" />
        <Radix.Content
          ref={pointAtChosen}
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-40 flex max-h-[min(520px,calc(100dvh-96px))] flex-col overflow-hidden rounded-[14px] border border-line bg-surface shadow-float outline-none rise-in sm:top-[12dvh] sm:right-auto sm:left-1/2 sm:w-[560px] sm:-translate-x-1/2"
        >
          <Radix.Title className="sr-only">Jump to</Radix.Title>
          <Command
            label="Jump to"
            loop
            filter={(name, search, words) => paletteScore(name, search, words)}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
              <Command.Input
                autoFocus
                value={typed}
                onValueChange={setTyped}
                placeholder="Symbol, company, page or action"
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
              />
              <kbd className="rounded-[5px] border border-line px-1.5 text-xs text-muted max-sm:hidden">
                Esc
              </kbd>
            </div>
            <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted">
              <Command.Empty className="px-3 py-8 text-center text-muted">
                Nothing by that name.
              </Command.Empty>
              <PalettePages />
              <PaletteSymbols typed={typed} />
              <PaletteActions />
              <PaletteLookUp typed={typed} />
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Keeps what is announced at the entry that is chosen. The list's own pointer stays at the one
 * chosen before it was filtered, which may be gone.
 */
function pointAtChosen(content: HTMLElement | null): (() => void) | undefined {
  if (content === null) return undefined;
  const point = () => {
    const id = content.querySelector("[cmdk-item][aria-selected=true]")?.id ?? "";
    for (const pointing of content.querySelectorAll("[aria-activedescendant]"))
      if (id !== "" && pointing.getAttribute("aria-activedescendant") !== id)
        pointing.setAttribute("aria-activedescendant", id);
  };
  const observer = new MutationObserver(point);
  observer.observe(content, {
    subtree: true,
    childList: true,
    attributeFilter: ["aria-selected", "aria-activedescendant"],
  });
  return () => observer.disconnect();
}
