import { useEffect, useSyncExternalStore } from "react";
import { areShortcutsOn } from "./appearance.ts";

let isOpen = false;
const listeners = new Set<() => void>();

const set = (wanted: boolean): void => {
  if (isOpen === wanted) return;
  isOpen = wanted;
  for (const listener of listeners) listener();
};

export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);

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

/** A key by itself that no field is to have, while shortcuts are on. */
export const isFreeKey = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  areShortcutsOn() &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target instanceof Element && target.closest("input, textarea, select, [contenteditable]"));
