import { useEffect, useSyncExternalStore } from "react";
import { areShortcutsOn } from "./appearance.ts";

let isOpen = false;
/** What was typed since it was asked for, until its input is there. */
let ahead: string | undefined;
const listeners = new Set<() => void>();

const set = (wanted: boolean): void => {
  if (isOpen === wanted) return;
  isOpen = wanted;
  ahead = wanted ? "" : undefined;
  for (const listener of listeners) listener();
};

export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);

/** What its input begins with. */
export const typedAhead = (): string => ahead ?? "";

/** Its input is there, and has the keys from now on. */
export const endTypingAhead = (): void => {
  ahead = undefined;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the list of symbols, pages and actions stands open. */
export const usePaletteIsOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

/** `/` opens the palette where nobody is typing, Control or Command with K everywhere. */
export function usePaletteKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (ahead !== undefined && isNobodys(event)) {
        typeAhead(event, ahead);
        return;
      }
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && isFreeKey(event);
      if (!isChord && !isSlash) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      closePalette();
    };
  }, []);
}

/** The palette is on its way: what is typed is meant for it. */
function typeAhead(event: KeyboardEvent, before: string): void {
  const { key } = event;
  if (key === "Escape") closePalette();
  else if (key === "Backspace") ahead = before.slice(0, -1);
  else if (key.length === 1) ahead = before + key;
  else return;
  event.preventDefault();
}

/** A key by itself that no field is to have, while shortcuts are on and the palette is not. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  areShortcutsOn() && !isOpen && isNobodys(event);

const isNobodys = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target instanceof Element && target.closest("input, textarea, select, [contenteditable]"));
